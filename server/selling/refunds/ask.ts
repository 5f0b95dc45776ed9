import { sql } from 'kysely'
import type { CardProvider, CardRefund } from '#server/adapters/payments/card-provider.ts'
import {
  ProviderDown,
  ProviderForbidden,
  ProviderRefused,
} from '#server/adapters/payments/payments.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { lockOrder } from '#server/selling/orders/settle.ts'
import { takeBackEffect } from './effects.ts'
import { hearRefunds } from './hear.ts'

/**
 * Safe to call concurrently: the refund's id is the idempotency key. The provider forgets keys, so
 * a refund that was sent before is looked up. Without an answer it stays `asked`.
 */
export async function askForRefund(db: Database, card: CardProvider, id: string) {
  const refund = await findAsked(db, id)
  if (!refund?.intent) return
  const { intent, order_id } = refund
  const find = async () => (await card.listRefunds(intent)).find(({ ours }) => ours === id)
  try {
    const told = (refund.again && (await find())) || (await create(card, refund, find))
    await transaction(db, (tx) => hearRefunds(tx, order_id, [told]))
  } catch (error) {
    if (error instanceof ProviderDown) return noteUnanswered(db, id, error.message)
    if (error instanceof ProviderRefused) return refuse(db, id, error.message)
    throw error
  }
}

type Asked = NonNullable<Awaited<ReturnType<typeof findAsked>>>

/** If another process has just created it, the provider refuses ours; returns that one. */
async function create(
  card: CardProvider,
  { id, intent, amount_cents, reason }: Asked,
  find: () => Promise<CardRefund | undefined>,
): Promise<CardRefund> {
  try {
    const why = reason === 'duplicate' ? reason : 'requested_by_customer'
    return await card.createRefund({
      id,
      paymentIntentId: intent!,
      amountCents: amount_cents,
      why: reason === 'fraud' ? 'fraudulent' : why,
    })
  } catch (error) {
    // Nothing was refunded. Staff can refund again once the key has the permission.
    if (error instanceof ProviderForbidden) throw new ProviderRefused(error.message)
    const created = error instanceof ProviderRefused ? await find() : undefined
    if (created) return created
    throw error
  }
}

function findAsked(db: Database, id: string) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['refunds.id', 'refunds.order_id', 'refunds.amount_cents', 'reason'])
    .select('provider_reference as intent')
    .select(
      sql<boolean>`(refunds.asked_error is not null or refunds.created_at < now() - interval '30 seconds')`.as(
        'again',
      ),
    )
    .where('refunds.id', '=', id)
    .where('refunds.status', '=', 'asked')
    .executeTakeFirst()
}

async function noteUnanswered(db: Database, id: string, why: string) {
  await db
    .updateTable('refunds')
    .set({ asked_error: why.slice(0, 300), checked_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'asked')
    .execute()
}

function refuse(db: Database, id: string, why: string) {
  return transaction(db, async (tx) => {
    const asked = await tx
      .selectFrom('refunds')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await lockOrder(tx, asked.order_id)
    const refund = await tx
      .selectFrom('refunds')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'asked')
      .executeTakeFirst()
    if (refund) await takeBackEffect(tx, refund, { status: 'failed', failure: why.slice(0, 300) })
  })
}
