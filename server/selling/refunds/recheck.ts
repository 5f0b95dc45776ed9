import { sql } from 'kysely'
import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import { ProviderDown } from '#server/adapters/payments/payments.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { forEach, report } from '#server/kernel/jobs/rounds.ts'
import { askForRefund } from './ask.ts'
import { hearRefunds } from './hear.ts'

const round = 50

const pause = sql`greatest(interval '45 seconds', least(interval '6 hours', (now() - refunds.created_at) / 12))`

/** Resends refunds of killed processes. Rereads pending ones, because events can get lost. */
export async function recheckRefunds(db: Database, card: CardProvider) {
  const failures = await forEach(await claim(db), async ({ id, status, order_id, intent }) => {
    if (status === 'asked') await askForRefund(db, card, id)
    else if (intent) await readAgain(db, card, order_id, intent)
  })
  report(failures, 'refunds could not be checked')
}

type Due = { id: string; status: 'asked' | 'pending'; order_id: string; intent: string | null }

/** Claims refunds until their next check. Other processes skip them. */
async function claim(db: Database) {
  const { rows } = await sql<Due>`
    with due as materialized (
      select id from refunds
       where status in ('asked', 'pending') and checked_at + ${pause} <= now()
         and not exists (select from payouts where refund_id = refunds.id)
       order by checked_at limit ${round} for no key update skip locked
    )
    update refunds set checked_at = now()
      from due left join refunds as this on this.id = due.id
      left join payments on payments.id = this.payment_id
     where refunds.id = due.id
    returning refunds.id, refunds.status, refunds.order_id, provider_reference as intent`.execute(
    db,
  )
  return rows
}

async function readAgain(
  db: Database,
  card: CardProvider,
  orderId: string,
  paymentIntentId: string,
) {
  try {
    const told = await card.listRefunds(paymentIntentId)
    await transaction(db, (tx) => hearRefunds(tx, orderId, told))
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
  }
}
