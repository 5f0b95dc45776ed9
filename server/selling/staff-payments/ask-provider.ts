import { staffPayments } from '#contract/selling/staff-payments.ts'
import { ProviderRefused } from '#server/adapters/payments/payments.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { offered, reached } from '#server/selling/payments/providers.ts'
import { settleIntent, settleSession } from '#server/selling/payments/settle-card.ts'
import { settleCrypto } from '#server/selling/payments/settle-crypto.ts'
import { askOfCharge, findLatestCharge } from '#server/selling/renewals/ask.ts'

const everything = { disputes: true }
/** If an order has many attempts, only the latest are queried. */
const most = 5

export async function askProvider(
  { db, card, crypto }: Pick<PlatformShop, 'db' | 'card' | 'crypto'>,
  staff: Staff,
  orderId: string,
) {
  const payments = await db
    .selectFrom('payments')
    .select(['provider', 'provider_id'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  const charge = payments.length === 0 ? await findLatestCharge(db, orderId) : undefined
  if (payments.length === 0 && !charge) throw new Refusal(staffPayments.ask.refusals.nothing_to_ask)
  const before = await statusOf(db, orderId)
  for (const { provider, provider_id: id } of payments.reverse()) {
    if (provider !== 'stripe') await answered(settleCrypto(db, offered(crypto[provider]), id))
    else if (id.startsWith('pi_')) await answered(settleIntent(db, offered(card), id, everything))
    else await answered(settleSession(db, offered(card), id, everything))
  }
  if (charge) await answered(askOfCharge(db, offered(card), charge))
  const after = await statusOf(db, orderId)
  const data = {
    order: orderId,
    before: { status: before.status },
    after: { status: after.status },
  }
  await transaction(db, (tx) =>
    record(tx, 'order.asked_about', { userId: after.userId, staff, data }),
  )
}

/** The provider responds with a refusal to an unknown payment, such as one of another account. */
async function answered(settling: Promise<unknown>) {
  try {
    await reached(settling)
  } catch (error) {
    if (!(error instanceof Refusal && error.cause instanceof ProviderRefused)) throw error
    throw new Refusal(staffPayments.ask.refusals.payment_unknown, { cause: error.cause })
  }
}

function statusOf(db: Database, orderId: string) {
  return db
    .selectFrom('orders')
    .select(['payment_status as status', 'user_id as userId'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
}
