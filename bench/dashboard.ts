import { sql } from 'kysely'
import { chartPeriods } from '#contract/shop/overview.ts'
import { getCharts } from '#server/shop/overview/charts.ts'
import { getFigures } from '#server/shop/overview/figures.ts'
import { p95, withDatabase } from './filled.ts'
import { printRow } from './print.ts'

const orders = 5_000_000
const atOnce = 500_000
const aim = 'aim: under 100 ms'

/**
 * The figures and charts of a shop with five million orders, compared with counting on each
 * request.
 */
export async function measureDashboard() {
  await withDatabase(async ({ db, run }) => {
    await run(...prepare)
    for (let from = 0; from < orders; from += atOnce) await run(...fill(from, from + atOnce))
    await run('select fold_days()', 'vacuum analyze')
    printRow('The six figures', `${(await p95(50, () => getFigures(db))).toFixed(1)} ms`, aim)
    for (const period of chartPeriods) {
      const took = await p95(30, () => getCharts(db, period))
      printRow(`The charts of ${period} days`, `${took.toFixed(1)} ms`, aim)
    }
    // This process runs no jobs, so a day of changes stays pending.
    await run(...fill(orders, orders + 10_000, 'one by one'))
    const pending = await p95(50, () => getFigures(db))
    printRow('The six figures, 10,000 orders pending', `${pending.toFixed(1)} ms`, aim)
    const counted = await p95(3, () =>
      sql`select count(*), sum(total_cents) from orders where payment_status = 'finished'`.execute(
        db,
      ),
    )
    printRow('Two of them by counting', `${counted.toFixed(1)} ms`)
  })
}

/**
 * Removes what only slows down the filling: none of these figures use these indexes and references.
 */
const prepare = [
  `drop index orders_user, orders_created, orders_status, orders_subscription`,
  `alter table orders disable trigger all`,
  `alter table orders enable trigger count_orders_added`,
  `alter table subscriptions disable trigger all`,
  `alter table subscriptions enable trigger count_subscriptions_added`,
  `insert into users (username, email)
   select 'player' || n, 'player' || n || '@players.example' from generate_series(1, 1000) n`,
  `insert into products (slug, name, price_cents)
   select 'game-' || n, 'Game ' || n, 1999 from generate_series(1, 12) n`,
]

/** Creates three years of orders, and a subscription for every fifth order. */
function fill(from: number, to: number, how: 'in bulk' | 'one by one' = 'in bulk') {
  const insert = (rows: string) => `
    insert into orders (user_id, type, payment_status, total_cents, created_at, paid_at)
    select 1 + n % 1000, (array['card', 'crypto'])[1 + n % 2],
           (array['finished', 'finished', 'finished', 'expired', 'refunded', 'waiting'])[1 + n % 6],
           999 + n % 5000, at, case when n % 6 < 3 or n % 6 = 4 then at end
      from ${rows}, lateral (select now() - (n % 1095) * interval '1 day' as at) moment`
  if (how === 'one by one')
    return [
      `do $$ begin for one in ${from + 1}..${to} loop ${insert('(select one as n) as it')}; end loop; end $$`,
    ]
  return [
    insert(`generate_series(${from + 1}, ${to}) n`),
    `insert into subscriptions (user_id, product_id, created_at, term_length, ends_at)
     select 1 + n % 1000, 1 + n % 12, at, 2592000, at + interval '30 days'
       from generate_series(${from + 1}, ${to}, 5) n,
            lateral (select now() - (n % 1095) * interval '1 day' as at) moment`,
  ]
}
