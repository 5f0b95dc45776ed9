import { sql } from 'kysely'
import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import { ProviderDown, ProviderRefused } from '#server/adapters/payments/payments.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { forEach, report } from '#server/kernel/jobs/rounds.ts'
import { isOpen } from '#server/selling/disputes/states.ts'
import { settleCardEvent } from './settle-card.ts'

const round = 50

/** Rereads each open dispute every hour, because dispute events can get lost. */
export async function recheckDisputes(db: Database, card: CardProvider) {
  const failures = await forEach(await claim(db), async ({ intent }) => {
    try {
      await settleCardEvent(db, card, { about: 'dispute', paymentIntentId: intent })
    } catch (error) {
      // The provider may answer next time, or the dispute belongs to a former account.
      if (!(error instanceof ProviderDown || error instanceof ProviderRefused)) throw error
    }
  })
  report(failures, 'disputes could not be checked again')
}

/** Claims disputes for the next hour. Other processes skip them. */
async function claim(db: Database) {
  const { rows } = await sql<{ intent: string }>`
    with due as materialized (
      select id from disputes
       where ${isOpen('state')}
         and checked_at < now() - interval '1 hour'
       order by checked_at limit ${round} for no key update skip locked
    ), claimed as (
      update disputes set checked_at = now() from due where disputes.id = due.id
      returning order_id
    )
    select distinct provider_reference as intent
      from claimed join payments using (order_id)
     where provider = 'stripe' and provider_reference is not null`.execute(db)
  return rows
}
