import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Counter } from '#server/selling/payments/testing/counter.ts'
import { differences } from '#server/shop/overview/testing/counted.ts'
import type { openLives } from './lives.ts'

type Lives = Awaited<ReturnType<typeof openLives>>

/** Checks what must hold for a shop at any time. */
export async function expectSound({ db }: Pick<Counter, 'db'>, when: string) {
  const wrong = async (what: string, query: ReturnType<typeof sql>) =>
    expect((await query.execute(db)).rows, `${when}: ${what}`).toEqual([])
  await wrong(
    'two renewals of a product',
    sql`select user_id, product_id from renewals where state <> 'ended' group by 1, 2 having count(*) > 1`,
  )
  await wrong(
    'the next charge is not the end minus the lead',
    sql`select id, due_at from renewals
         where state = 'on' and due_at is distinct from
               time_ends_at(user_id, product_id) - interval '24 hours'`,
  )
  await wrong(
    'two payments of an order',
    sql`select order_id from payments where status = 'finished' group by 1 having count(*) > 1`,
  )
  await wrong(
    'more back than was paid',
    sql`select id, total_cents, refunded_cents from orders
         where refunded_cents > total_cents
            or refunded_cents <> (select coalesce(sum(amount_cents), 0) from refunds
                 where order_id = orders.id and status in ('asked', 'pending', 'succeeded'))`,
  )
  await wrong(
    'a run is not as long as its entries',
    sql`select id, created_at, ends_at from subscriptions
         where ends_at <> created_at + make_interval(secs =>
           (select coalesce(sum(seconds), 0) from time_entries where subscription_id = subscriptions.id))`,
  )
  await wrong(
    'a number that is missing or comes twice',
    sql`select series from documents group by 1
        having min(number) <> 1 or max(number) <> count(*) or count(distinct number) <> count(*)`,
  )
}

/** Checks what must hold once no work is open. */
export async function expectSettled(
  counter: Counter,
  { lives, products, card, charged }: Lives,
  when: string,
) {
  const { db } = counter
  const wrong = async (what: string, query: ReturnType<typeof sql>) =>
    expect((await query.execute(db)).rows, `${when}: ${what}`).toEqual([])

  const paid = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.id', 'total_cents', 'refunded_cents', 'provider_reference', 'renews_order_id'])
    .where('paid_at', 'is not', null)
    .where('total_cents', '>', 0)
    .execute()
  for (const { id, total_cents, refunded_cents, provider_reference } of paid) {
    const told = await card.listRefunds(provider_reference!)
    const back = told
      .filter(({ status }) => status === 'pending' || status === 'succeeded')
      .reduce((sum, { amountCents }) => sum + amountCents, 0)
    expect(refunded_cents, `${when}: what is back of ${id}`).toBe(back)
    expect(back).toBeLessThanOrEqual(total_cents)
  }
  // Every amount that the provider took for a period was recorded exactly once.
  const orders = await charged()
  expect(new Set(orders).size, `${when}: a period was charged twice`).toBe(orders.length)
  const renewed = paid.filter(({ renews_order_id }) => renews_order_id !== null)
  expect(orders.toSorted(), `${when}: what was charged and what was delivered`).toEqual(
    renewed.map(({ id }) => id).toSorted(),
  )

  const undisputed = sql`payment_status in ('finished', 'refunded')
    and not exists (select from disputes where order_id = orders.id and state = 'lost')`
  await wrong(
    'an item does not hold its bought time less the revoked time',
    sql`with items as (
          select item.id, months * 30 * 86400 as bought,
                 (select coalesce(sum(seconds), 0) from refund_items
                    join refunds on refunds.id = refund_id
                   where order_item_id = item.id and status in ('pending', 'succeeded')) as taken,
                 (select coalesce(sum(seconds), 0) from time_entries
                   where order_item_id = item.id) as held
            from order_items item join orders on orders.id = order_id where ${undisputed})
        select * from items where held <> bought - taken`,
  )
  await wrong(
    'an order that was not paid holds time',
    sql`select orders.id from orders join order_items on order_id = orders.id
          join time_entries on order_item_id = order_items.id where paid_at is null`,
  )
  for (const { userId, given } of lives)
    for (const product of products) {
      const { rows } = await sql<{ given: number; lent: number; back: number }>`
        select coalesce(sum(seconds) filter (where cause = 'grant'), 0)::float8 as given,
               coalesce(sum(seconds) filter (where cause = 'grace'), 0)::float8 as lent,
               coalesce(-sum(seconds) filter (where cause = 'grace_back'), 0)::float8 as back
          from time_entries join subscriptions on subscriptions.id = subscription_id
         where user_id = ${userId} and product_id = ${product}`.execute(db)
      const { lent, back, ...of } = rows[0]!
      expect(of.given, `${when}: time given to ${userId}`).toBe(given.get(product) ?? 0)
      expect(back, `${when}: more was taken back than lent`).toBeLessThanOrEqual(lent)
    }
  await wrong(
    'an order whose document is missing or says another amount',
    sql`select id, total_cents, refunded_cents,
               array(select name || ' ' || documents.total_cents from documents
                      where order_id = orders.id order by documents.id) as documents
          from orders where ${undisputed} and total_cents > 0
           and total_cents - refunded_cents is distinct from
               (select sum(documents.total_cents) from documents where order_id = orders.id)`,
  )
  expect(await differences(db), `${when}: figures and counting from scratch`).toEqual([])
  await wrong(
    'a renewal without a charge, an end, or a reason that its customer was told',
    sql`select id, state, due_at, failed_at, ended_for from renewals
         where case
           when state = 'on' then due_at <= now()
           when state = 'charging' then true
           when state in ('retrying', 'needs_action') then not exists (
             select from mails where template = 'renewal-failed'
                and about ->> 'renewal' = renewals.id::text and created_at >= failed_at)
           when state = 'ended' and ended_for = 'unpaid' then not exists (
             select from mails where template = 'renewal-ended'
                and about ->> 'renewal' = renewals.id::text)
           when state = 'stopping' then time_ends_at(user_id, product_id) < now()
           when state = 'held' then not exists (
             select from disputes join orders on orders.id = order_id
              where orders.user_id = renewals.user_id and disputes.state in ('needs_response', 'under_review'))
           else false end`,
  )
}
