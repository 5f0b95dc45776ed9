import type { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import type { PaymentStatus } from '#contract/selling/orders.ts'
import { countedOrders, orderSearchRefusals, staffOrders } from '#contract/selling/staff-orders.ts'
import { bom, csvRow } from '#contract/wire/csv.ts'
import type { Plan } from '#contract/wire/terms.ts'
import type { Months } from '#contract/wire/wire.ts'
import { itemPlan } from '#server/access/subscriptions/item-plan.ts'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { expectedRows, round, within } from '#server/kernel/lists/bounded-search.ts'
import { exportCsv } from '#server/kernel/lists/csv-export.ts'
import { microsOf, timestampOf } from '#server/kernel/lists/page.ts'
import { shownName } from '#server/platform/users/shown-name.ts'
import { hasFailedMoney, hasUnexpectedMoney } from './failed-payment.ts'
import {
  matching,
  meansMore,
  type OrderFilters,
  withPayoutToSend,
  withRefundToLookAt,
} from './find.ts'

type Wanted = OrderFilters & {
  limit: number
  after?: string | undefined
  sort?: 'date' | '-date' | undefined
}

type Row = {
  id: string
  created_at: Date
  /** Microseconds, the precision with which the database orders the rows. */
  micros: string
  uid: number
  username: string
  deleted: boolean
  payment_status: PaymentStatus
  type: 'card' | 'crypto' | 'free'
  total_price: number
  refunded: number
  items: { name: string; term_length: Months | null; plan: Plan }[]
  codes: string[]
  company: string | null
}

/** A page costs the same however many orders there are. Throws 408 after four seconds. */
export async function searchOrders(db: Database, wanted: Wanted) {
  const where = matching(wanted, { oldestFirst: wanted.sort === 'date' })
  const tooSlow = () => new Refusal(orderSearchRefusals.order_search_too_slow)
  return within(db, tooSlow, async (tx) => {
    const rows = await readPage(tx, where, wanted)
    const orders = rows.slice(0, wanted.limit)
    const last = orders.at(-1)
    const next = rows.length > wanted.limit && last ? `${last.micros}_${last.id}` : null
    const more_found = await findsMore(tx, wanted.q)
    const counted = await count(tx, where, next !== null)
    return { orders, next, more_found, ...counted, ...(more_found && { paid: null }) }
  })
}

/** Returns the newest orders that match a text. Throws 408 like `searchOrders`. */
export function findOrders(db: Database, q: string, limit: number) {
  const tooSlow = () => new Refusal(orderSearchRefusals.order_search_too_slow)
  return within(db, tooSlow, async (tx) =>
    (await readPage(tx, matching({ q }), { limit })).slice(0, limit),
  )
}

async function findsMore(tx: Tx, q: string | undefined) {
  if (q === undefined) return false
  const { rows } = await sql<{ more: boolean }>`select ${meansMore(q)} as more`.execute(tx)
  return rows[0]!.more
}

async function readPage(tx: Tx, where: RawBuilder<boolean>, { limit, after, sort }: Wanted) {
  const [micros, id] = after?.split('_') ?? []
  const at = timestampOf(micros ?? '0')
  const isReversed = sort === 'date'
  const isBeyond = isReversed
    ? sql`orders.created_at >= ${at} and (orders.created_at > ${at} or orders.id < ${id}::uuid)`
    : sql`orders.created_at <= ${at} and (orders.created_at < ${at} or orders.id > ${id}::uuid)`
  const order = isReversed
    ? sql`orders.created_at, orders.id desc`
    : sql`orders.created_at desc, orders.id`
  const { rows } = await sql<Row>`
    with page as materialized (
      select * from orders where ${where} and ${after ? isBeyond : sql`true`}
       order by ${order} limit ${limit + 1})
    select ${columns} from page as orders join users on users.id = user_id
     order by ${order}`.execute(tx)
  return rows
}

const columns = sql`orders.id, orders.created_at, user_id as uid, ${shownName()} as username,
  ${microsOf('orders.created_at')} as micros,
  deleted_at is not null as deleted, payment_status, type, total_cents as total_price,
  refunded_cents as refunded, company_name as company,
  (select coalesce(json_agg(json_build_object('name', product_name, 'term_length', months, 'plan', ${itemPlan})
                            order by order_items.id), '[]')
     from order_items where order_id = orders.id) as items,
  array(select distinct discount_code from order_items
         where order_id = orders.id and discount_code is not null) as codes`

/** No exact count is attempted if the expected number exceeds the maximum count by this factor. */
const farBeyond = 5

/** An aborted count takes longer than the page, so the planner is asked first. */
async function count(tx: Tx, where: RawBuilder<boolean>, more: boolean) {
  const expected = () => expectedRows(tx, sql`select from orders where ${where}`)
  const estimate = (likely: number) => ({
    total: Math.max(countedOrders, round(likely)),
    total_is_estimate: true,
    paid: null,
  })
  if (more) {
    const likely = await expected()
    if (likely > farBeyond * countedOrders) return estimate(likely)
  }
  const { rows } = await sql<{ total: number; paid: number }>`
    with counted as (select total_cents - refunded_cents as cents, payment_status from orders
                      where ${where} limit ${countedOrders + 1})
    select count(*) as total,
           coalesce(sum(cents) filter (where payment_status = 'finished'), 0)::bigint as paid
      from counted`.execute(tx)
  const { total, paid } = rows[0]!
  return total <= countedOrders
    ? { total, total_is_estimate: false, paid }
    : estimate(await expected())
}

export async function countToLookAt(db: Database) {
  const { rows } = await sql<Record<'refunds' | 'payouts' | 'failed' | 'unexpected', number>>`
    select (select count(distinct order_id)::int from ${withRefundToLookAt} as refunds) as refunds,
           (select count(distinct order_id)::int from ${withPayoutToSend} as payouts) as payouts,
           (select count(*)::int from orders where ${hasFailedMoney}) as failed,
           (select count(*)::int from orders where ${hasUnexpectedMoney}) as unexpected`.execute(db)
  return rows[0]!
}

/** Exports all matching orders. Throws 409 while another export of that user runs. */
export function exportOrders(
  db: Database,
  userId: number,
  filters: OrderFilters,
): Promise<Readable> {
  return exportCsv<Row>(db, {
    name: `order export ${userId}`,
    busy: staffOrders.export.refusals.exporting_orders_already,
    query: sql`
      select ${columns} from orders join users on users.id = user_id where ${matching(filters, { most: null })}
       order by orders.created_at desc, orders.id`,
    head: `${bom}Order,Time,Customer,Name,Status,Method,Total,Refunded,Products,Codes,Company\r\n`,
    line: (row) =>
      csvRow([
        row.id,
        row.created_at.toISOString(),
        String(row.uid),
        row.username,
        row.payment_status,
        row.type,
        (row.total_price / 100).toFixed(2),
        (row.refunded / 100).toFixed(2),
        row.items
          .map(
            ({ name, term_length, plan }) =>
              `${name} (${term_length ? `${term_length} mo` : plan})`,
          )
          .join('; '),
        row.codes.join('; '),
        row.company ?? '',
      ]),
  })
}
