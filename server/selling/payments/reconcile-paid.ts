import { sql } from 'kysely'
import { type PaymentProvider, paymentProvider } from '#contract/wire/payment-provider.ts'
import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import type { CryptoProvider } from '#server/adapters/payments/crypto-provider.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { report } from '#server/kernel/jobs/rounds.ts'
import { writeLog } from '#server/platform/logs/log.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { askAgain } from './ask-again.ts'
import { claimDue } from './claims.ts'
import { receiveEvent } from './receive-event.ts'
import { settleCrypto } from './settle-crypto.ts'

/** Finds changes whose webhook was lost. Skips the last minutes: their webhooks may still arrive. */
export async function reconcilePaid(
  { db, card, crypto }: Pick<PlatformShop, 'db' | 'card' | 'crypto'>,
  {
    names = paymentProvider.options,
    underway = '10 minutes',
  }: { names?: readonly PaymentProvider[]; underway?: string } = {},
) {
  const outcomes = await Promise.allSettled(
    names.map((name) => {
      if (name === 'stripe') return card && receiveLostEvents(db, card, underway)
      const provider = crypto[name]
      return provider && askAboutPaid(db, provider)
    }),
  )
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected')
  report(
    failed.map(({ reason }) => reason),
    'reconciliations with the providers failed',
  )
}

async function receiveLostEvents(db: Database, card: CardProvider, underway: string) {
  const { rows } = await sql<{ from: Date; until: Date }>`
    select greatest(now() - interval '29 days', min(created_at),
                    (select reconciled_until from payment_reconciliations where provider = 'stripe')) as from,
           now() - ${underway}::interval as until
      from orders where type = 'card' having count(*) > 0`.execute(db)
  const [time] = rows
  if (!time) return
  const { from, until } = time
  let lost = 0
  let before: string | null = null
  do {
    const page = await card.listEvents({ from, until, before })
    const known = await knownOf(
      db,
      page.events.map(({ id }) => id),
    )
    for (const event of page.events.filter(({ id, foreign }) => !foreign && !known.has(id))) {
      await receiveEvent(db, 'stripe', event)
      lost += 1
    }
    before = page.next
  } while (before)
  await db
    .insertInto('payment_reconciliations')
    .values({ provider: 'stripe', reconciled_until: until })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet({ reconciled_until: until }))
    .execute()
  if (lost === 0) return
  await writeLog(db, {
    source: 'payment',
    level: 'warning',
    message: 'Payments updated without their webhooks',
    details: { provider: 'stripe', count: lost },
  })
}

async function knownOf(db: Database, ids: string[]): Promise<Set<string>> {
  const known = await db
    .selectFrom('payment_events')
    .select('event_id')
    .where('provider', '=', 'stripe')
    .where('event_id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Set(known.map(({ event_id }) => event_id))
}

/** Daily at first, and every five days by the end of the month. */
const pause = sql`greatest(interval '20 hours', (now() - payments.created_at) / 6)`
const round = 60

/** Crypto providers have no list of events, so the payments of the last weeks are read again. */
async function askAboutPaid(db: Database, crypto: CryptoProvider) {
  const failures: unknown[] = []
  const asking = askAgain(db, pause, [crypto.name], ({ provider_id }) =>
    settleCrypto(db, crypto, provider_id),
  )
  while (asking.up().includes(crypto.name)) {
    const due = await claimDue(db, {
      where: sql`provider = ${crypto.name} and payment_status in ('finished', 'failed')
        and orders.created_at > now() - interval '30 days'`,
      pause,
      first: 'longest due',
      limit: round,
    })
    if (due.length === 0) return report(failures, 'paid orders could not be checked again')
    failures.push(...(await asking.round(due)))
  }
  report(
    [...failures, new Error(`${crypto.name} does not respond`)],
    'paid orders could not be checked',
  )
}
