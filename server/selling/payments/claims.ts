import { type RawBuilder, sql } from 'kysely'
import type { PaymentProvider } from '#contract/wire/payment-provider.ts'
import type { Database, Tx } from '#server/kernel/database/database.ts'

/** A payment that this process has claimed and queries at its provider. Other processes skip it. */
export type Claim = {
  id: number
  provider: PaymentProvider
  provider_id: string
  order_id: string
  /** Nobody has paid, and the payment window is over. */
  over: boolean
  checkedBefore: Date
}

type Due = {
  /** Selects the payments. The available tables are `payments` and `orders`. */
  where: RawBuilder<boolean>
  /** The minimum time between two queries of the same payment. */
  pause: RawBuilder<unknown>
  first: 'fresh' | 'longest due'
  limit: number
}

/** Claims payments that are due for a query. Their next pause starts now. */
export async function claimDue(
  db: Database,
  { where, pause, first, limit }: Due,
): Promise<Claim[]> {
  const order = first === 'fresh' ? sql`orders.created_at desc` : sql`checked_at + ${pause}`
  const { rows } = await sql<Claim>`
    with due as materialized (
      select payments.id, checked_at,
             payment_status = 'waiting' and orders.expires_at <= now() as over
        from orders join payments on order_id = orders.id
       where (${where}) and checked_at + ${pause} <= now()
       order by ${order} limit ${limit}
         for no key update of payments skip locked
    )
    update payments set checked_at = now()
      from due where payments.id = due.id
    returning payments.id, provider, provider_id, order_id, coalesce(over, false) as over,
              due.checked_at as "checkedBefore"`.execute(db)
  return rows
}

export async function unclaim(db: Database, { id, checkedBefore }: Claim) {
  await db.updateTable('payments').set({ checked_at: checkedBefore }).where('id', '=', id).execute()
}

/** Makes a payment due again in 45 seconds, behind those that have been due for longer. */
export async function postpone(
  db: Database,
  { id }: Claim,
  pause: RawBuilder<unknown>,
  why: string,
) {
  await sql`update payments
               set checked_at = now() + interval '45 seconds' - ${pause}, asked_error = ${why}
             where id = ${id}`.execute(db)
}

/** Makes an order's payments due for a query in the next round, however old they are. */
export async function askSoon(tx: Tx, orderId: string) {
  await tx
    .updateTable('payments')
    .set(({ ref }) => ({ checked_at: ref('created_at') }))
    .where('order_id', '=', orderId)
    .execute()
}
