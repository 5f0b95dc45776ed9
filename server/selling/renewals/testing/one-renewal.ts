import { sql } from 'kysely'
import { grantTime } from '#server/access/subscriptions/ledger.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { addRenewal } from './add-renewal.ts'

let products = 0

/** Thirty days of a product. The cards are at an in-memory provider. */
export async function oneRenewal(db: Database) {
  const { user } = await signInAs(db)
  products += 1
  const name = `renewed-${user.id}-${products}`
  const product = { id: await addProduct(db, { slug: name, name, price_cents: 1999 }) }
  await db
    .updateTable('users')
    .set({ stripe_customer_id: `cus_${user.id}` })
    .where('id', '=', user.id)
    .execute()
  await grantTime(db, {
    userId: user.id,
    productId: product.id,
    seconds: 30 * 86_400,
    cause: 'grant',
  })
  const who = { userId: user.id, productId: product.id }
  return { id: await renew(db, who), ...who }
}

/** Starts a renewal for time that the customer already has. */
export async function renew(
  db: Database,
  { userId, productId }: { userId: number; productId: number },
) {
  const { id } = await addRenewal(db, { user_id: userId, product_id: productId })
  await sql`update renewals set due_at = renewal_charge_at(time_ends_at(user_id, product_id), term_seconds)
             where id = ${id}`.execute(db)
  return id
}

/** Returns what a renewal's customer was charged and the time that they received. */
export async function booked(db: Database, userId: number) {
  const { rows } = await sql<{ orders: string[]; cents: number; bought: number; given: number }>`
    select array(select id::text from orders
                  where user_id = ${userId} and renews_order_id is not null) as orders,
           (select coalesce(sum(total_cents), 0)::int from orders
             where user_id = ${userId} and renews_order_id is not null
               and payment_status in ('finished', 'disputed')) as cents,
           count(*) filter (where cause = 'purchase')::int as bought,
           coalesce(sum(seconds) filter (where cause in ('grace', 'grace_back')), 0)::bigint as given
      from time_entries join subscriptions on subscriptions.id = subscription_id
     where user_id = ${userId}`.execute(db)
  return rows[0]!
}
