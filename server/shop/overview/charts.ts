import { sql } from 'kysely'
import type { PaymentStatus } from '#contract/selling/orders.ts'
import { type ChartBin, type ChartPeriod, chartBins } from '#contract/shop/overview.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { isPlaced } from '#server/selling/orders/abandoned.ts'
import { takings } from './figures.ts'

/** In cents. Includes today; days are in UTC and grouped by day, week or month. */
export async function getCharts(db: Database, period: ChartPeriod) {
  const bin = chartBins[period]
  const days = await listDays(db, period, bin)
  const first = days[0]!.day
  const [revenue, orders, users, subscriptions, before] = await Promise.all([
    readRevenue(db, first),
    readOrders(db, first),
    readUsers(db, first),
    readSubscriptions(
      db,
      days.map(({ day }) => day),
    ),
    readBefore(db, first, period),
  ])
  const from = [...new Set(days.map(({ from }) => from))]
  return {
    bin,
    from,
    revenue: { card: summed(days, revenue.card), crypto: summed(days, revenue.crypto) },
    orders,
    users: summed(days, users),
    before,
    subscriptions: subscriptions.map(({ active, ...product }) => ({
      ...product,
      active: lastOf(days, active),
    })),
  }
}

type Day = { day: string; from: string }
type ByDay = Map<string, number>

function summed(days: Day[], values: ByDay): number[] {
  const sums = new Map<string, number>()
  for (const { day, from } of days) sums.set(from, (sums.get(from) ?? 0) + (values.get(day) ?? 0))
  return [...sums.values()]
}

/** Reduces end-of-day values to one per bin: the value of its last day. */
function lastOf(days: Day[], values: number[]): number[] {
  return values.filter((_, at) => days[at]!.from !== days[at + 1]?.from)
}

const along = (days: string[], values: ByDay) => days.map((day) => values.get(day) ?? 0)
const text = sql<string>`day::text`

async function listDays(db: Database, period: ChartPeriod, bin: ChartBin): Promise<Day[]> {
  const { rows } = await sql<Day>`
    with days as (
      select day_of(now()) - ago as day from generate_series(${period}::int - 1, 0, -1) ago)
    select day::text, greatest(date_trunc(${bin}, day::timestamp)::date, first)::text as "from"
      from days, (select min(day) as first from days) as earliest
     order by days.day`.execute(db)
  return rows
}

async function readRevenue(db: Database, from: string) {
  const { rows } = await sql<{ type: string; day: string; cents: number }>`
    select type, day::text, sum(cents) as cents from (
      select type, day, ${takings} as cents from order_days where day >= ${from}::date
      union all
      select type, day, -cents from refund_days where day >= ${from}::date) as moved
     group by type, day having sum(cents) <> 0`.execute(db)
  const of = (method: string): ByDay =>
    new Map(rows.filter(({ type }) => type === method).map(({ day, cents }) => [day, cents]))
  return { card: of('card'), crypto: of('crypto') }
}

async function readOrders(db: Database, from: string) {
  const rows = await db
    .selectFrom('order_days')
    .select(['payment_status', sql<number>`sum(orders)`.as('orders')])
    .where('day', '>=', sql<Date>`${from}::date`)
    .where(isPlaced)
    .groupBy('payment_status')
    .having(sql<boolean>`sum(orders) > 0`)
    .orderBy('orders', 'desc')
    .execute()
  return rows as { payment_status: PaymentStatus; orders: number }[]
}

async function readUsers(db: Database, from: string): Promise<ByDay> {
  const rows = await db
    .selectFrom('user_days')
    .select([text.as('day'), sql<number>`sum(users)`.as('users')])
    .where('day', '>=', sql<Date>`${from}::date`)
    .groupBy('day')
    .execute()
  return new Map(rows.map(({ day, users }) => [day, users]))
}

/** The totals of the period before, which has as many days. */
async function readBefore(db: Database, first: string, days: number) {
  const within = sql`day >= ${first}::date - ${days}::int and day < ${first}::date`
  const { rows } = await sql<Record<'revenue' | 'orders' | 'users' | 'subscriptions', number>>`
    select
      (select coalesce(sum(${takings}), 0) from order_days where ${within})
        - (select coalesce(sum(cents), 0) from refund_days where ${within}) as revenue,
      (select coalesce(sum(orders), 0) from order_days
        where payment_status = 'finished' and ${within}) as orders,
      (select coalesce(sum(users), 0) from user_days where ${within}) as users,
      (select coalesce(sum(started - ended), 0) from subscription_days
        where day < ${first}::date) as subscriptions`.execute(db)
  return rows[0]!
}

/** The started ones less the ended ones at the end of each day. Today counts those active now. */
async function readSubscriptions(db: Database, days: string[]) {
  const today = days.at(-1)!
  const { rows } = await sql<{ product_id: number; day: string; change: number }>`
    select product_id, greatest(day, ${days[0]}::date)::text as day, sum(change) as change
      from (
        select product_id, day, started - ended as change from subscription_days
         where day < ${today}::date
        union all
        select product_id, day, started from subscription_days where day = ${today}::date
        union all
        select product_id, ${today}::date, -count(*) from subscriptions
         where ends_at >= ${today}::timestamp at time zone 'UTC' and ends_at <= now()
         group by product_id
      ) as changes
     group by 1, 2`.execute(db)
  const products = await db.selectFrom('products').select(['id', 'name']).execute()
  return products
    .map(({ id, name }) => {
      const own = rows.filter(({ product_id }) => product_id === id)
      const changes = along(days, new Map(own.map(({ day, change }) => [day, change])))
      let going = 0
      const active = changes.map((change) => {
        going += change
        return going
      })
      return { product_id: id, product_name: name, active }
    })
    .filter(({ active }) => active.some((runs) => runs > 0))
    .sort((a, b) => b.active.at(-1)! - a.active.at(-1)! || a.product_id - b.product_id)
}
