import { sql } from 'kysely'
import type { PaymentProvider } from '#contract/wire/payment-provider.ts'
import type { WebhookEvent } from '#server/adapters/payments/payments.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { addJob } from '#server/kernel/jobs/jobs.ts'
import { workPaymentEvent } from './jobs.ts'

/**
 * Events that arrive while one of their topic is processed share a job after a second. Events of
 * saved cards wait for the charge's own answer.
 */
export async function receiveEvent(
  db: Database,
  provider: PaymentProvider,
  { id, type, payload, topic, foreign = false, proof = false }: WebhookEvent,
) {
  // Stripe sends several events for each card payment that change nothing.
  if (foreign) return
  const at = sql<Date | null>`case when ${provider === 'stripe' && topic !== undefined}::boolean or exists (
    select from payment_events
     where provider = ${provider} and topic = ${topic ?? null} and worked_at is null
       and received_at > now() - interval '5 seconds') then now() + interval '1 second' end`
  const key = topic ? `${provider} ${topic}` : null
  const event = sql`json_build_object('event', id)`
  await sql`
    with received as (
      insert into payment_events (provider, event_id, type, payload, topic, worked_at)
      values (${provider}, ${id}, ${type}, ${JSON.stringify(payload)}, ${topic ?? null},
        case when ${proof}::boolean then now() end)
      on conflict (provider, event_id) do nothing
      returning id
    )
    select id, ${addJob(workPaymentEvent[provider], event, { at, key, keepTime: true })} from received
     where not ${proof}::boolean`.execute(db)
}
