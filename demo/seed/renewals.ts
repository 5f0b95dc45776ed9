import { sql } from 'kysely'
import { demoCustomer } from '#sandbox/stripe/demo-cards.ts'
import type { Tx } from '#server/kernel/database/database.ts'

/** The renewals of demo orders: one is active, one had its card declined, one is about to end. */
const renewals = [
  { slug: 'cs2', plan: '6m', days: 180, state: 'on', card: 'good' },
  { slug: 'vantage-six', plan: '1m', days: 30, state: 'retrying', card: 'empty' },
  { slug: 'second-knuckle', plan: '1m', days: 30, state: 'stopping', card: 'good' },
] as const

/** Adds renewals to the customer's orders, by product, with the cards saved in the sandbox. */
export async function seedRenewals(tx: Tx, customer: number, orders: Map<string, string>) {
  const { id, expMonth, expYear } = demoCustomer
  await tx.updateTable('users').set({ stripe_customer_id: id }).where('id', '=', customer).execute()
  for (const { slug, plan, days, state, card } of renewals) {
    const { id: cardId, number } = demoCustomer.cards[card]
    const { rows } = await sql<{ id: number; product: number }>`
      insert into renewals (user_id, product_id, order_id, plan, term_seconds, price_cents, due_at,
             card_id, card_brand, card_last4, card_exp_month, card_exp_year)
      select ${customer}, product_id, order_id, ${plan}, ${days * 86_400}, list_cents,
             renewal_charge_at(time_ends_at(${customer}, product_id), ${days * 86_400}),
             ${cardId}, 'visa', ${number.slice(-4)}, ${expMonth}, ${expYear}
        from order_items where order_id = ${orders.get(slug)!}
      returning id, product_id as product`.execute(tx)
    const renewal = rows[0]!
    if (state === 'stopping') await stop(tx, customer, renewal)
    if (state === 'retrying') await fail(tx, renewal.id)
  }
}

async function stop(tx: Tx, customer: number, { id, product }: { id: number; product: number }) {
  await sql`update renewals set state = 'stopping', stop_reason = 'I am away for the summer',
                   due_at = time_ends_at(${customer}, ${product}) where id = ${id}`.execute(tx)
}

/** The charge was declined: creates a pending order, with a retry tomorrow. */
async function fail(tx: Tx, id: number) {
  await sql`
    with placed as (
      insert into orders (user_id, type, total_cents, renews_order_id, created_at)
      select user_id, 'card', price_cents, order_id, due_at from renewals where id = ${id}
      returning id
    ), bought as (
      insert into order_items (order_id, product_id, product_name, months, list_cents)
      select placed.id, product_id, name, 1, renewals.price_cents
        from placed, renewals join products on products.id = product_id
       where renewals.id = ${id}
    ), asked as (
      insert into renewal_charges (renewal_id, order_id, number, card_id, customer_id, card_brand,
             card_last4, status, code, decline_code, message, created_at, decided_at)
      select ${id}, placed.id, 1, card_id, ${demoCustomer.id}, card_brand, card_last4, 'declined',
             'card_declined', 'insufficient_funds', 'Your card has insufficient funds.', due_at, due_at
        from placed, renewals where renewals.id = ${id}
    )
    update renewals set state = 'retrying', open_order_id = placed.id, failed_at = due_at,
           gives_up_at = due_at + interval '14 days', due_at = due_at + interval '1 day', told_days = 1
      from placed where renewals.id = ${id}`.execute(tx)
}
