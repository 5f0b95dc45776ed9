import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { searchedOrders, type staffOrders } from '#contract/selling/staff-orders.ts'
import { allOf, type Condition } from '#server/kernel/lists/conditions.ts'
import { containing, startingWith } from '#server/kernel/lists/like.ts'
import { matchesUser } from '#server/platform/users/matches-user.ts'
import { isPlaced } from './abandoned.ts'
import { hasFailedMoney, hasUnexpectedMoney } from './failed-payment.ts'

export type OrderFilters = Partial<z.output<typeof staffOrders.export.query>>

/** The maximum number of the newest results per kind of match. Null means all. */
type Most = number | null

/** The maximum number of customers per kind of match whose orders are searched. */
const searchedCustomers = 50

export const withRefundToLookAt = sql`(select order_id from refunds where look_at)`

export const withPayoutToSend = sql`
  (select order_id from payouts
    where status in ('given', 'approved') and not (status = 'approved' and by_server))`

type Searched = { most?: Most; oldestFirst?: boolean }

/** The staff search over `orders`. Leaves out unpaid card forms unless the search asks for them. */
export function matching(
  filters: OrderFilters,
  { most = searchedOrders, oldestFirst = false }: Searched = {},
): Condition {
  const { q, status, method, product, code, uid, start_time, end_time, min, max, look } = filters
  return allOf(
    // As an array. Otherwise PostgreSQL would scan all orders from the newest for a few matches.
    q !== undefined && sql`orders.id = any(array(${idsOf(q, most, oldestFirst)}))`,
    status !== undefined && sql`payment_status = ${status}`,
    q === undefined && status === undefined && isPlaced,
    method !== undefined && sql`type = ${method}`,
    product !== undefined &&
      sql`exists (select from order_items where order_id = orders.id and product_id = ${product})`,
    code !== undefined &&
      sql`orders.id in (select order_id from order_items where lower(discount_code) = ${code.toLowerCase()})`,
    uid !== undefined && sql`orders.user_id = ${uid}`,
    start_time !== undefined && sql`orders.created_at >= ${start_time}`,
    end_time !== undefined && sql`orders.created_at <= ${end_time}`,
    look === 'refund' && sql`orders.id in ${withRefundToLookAt}`,
    look === 'payout' && sql`orders.id in ${withPayoutToSend}`,
    look === 'failed' && hasFailedMoney,
    look === 'unexpected' && hasUnexpectedMoney,
    min !== undefined && sql`total_cents >= ${min}`,
    max !== undefined && sql`total_cents <= ${max}`,
  )
}

const digitsOf = (q: string) => q.toLowerCase().replace(/^#/, '').replaceAll('-', '')

/** Returns the range of order ids for an order number or its beginning, for use with `between`. */
export function idRange(q: string): RawBuilder<unknown> | undefined {
  const digits = digitsOf(q)
  if (!/^[0-9a-f]{4,32}$/.test(digits)) return undefined
  return sql`${digits.padEnd(32, '0')}::uuid and ${digits.padEnd(32, 'f')}::uuid`
}

/** The ids of the orders that a search text may mean. Each kind of match uses its own index. */
const idsOf = (q: string, most: Most, oldestFirst: boolean) =>
  sql.join(partsOf(q, most, oldestFirst), sql` union `)

/** Whether a search text has more matches of one kind than are searched. */
export const meansMore = (q: string) => {
  const reaches = (part: RawBuilder<unknown>, most: number) =>
    sql`(select count(*) from (${part}) as part) >= ${most}`
  const parts = partsOf(q, searchedOrders).map((part) => reaches(part, searchedOrders))
  return sql<boolean>`(${sql.join(
    [reaches(customersOf(q, searchedCustomers), searchedCustomers), ...parts],
    sql` or `,
  )})`
}

function partsOf(q: string, most: Most, oldestFirst = false): RawBuilder<unknown>[] {
  const way = oldestFirst ? sql`asc` : sql`desc`
  const beginning = startingWith(q)
  const lowered = startingWith(q.toLowerCase())
  const digits = digitsOf(q)
  const named = idRange(q)
  const payments = (condition: RawBuilder<unknown>) =>
    sql`(select order_id from payments where ${condition} order by id ${way} limit ${most})`
  return [
    named && sql`(select id from orders where id between ${named} limit ${most})`,
    /^[1-9]\d{0,14}$/.test(digits) && payments(sql`id = ${Number(digits)}`),
    /^\d{4}$/.test(q) && payments(sql`card_last4 = ${q}`),
    q.length >= 4 && payments(sql`provider_id like ${beginning}`),
    q.length >= 4 && payments(sql`provider_reference like ${beginning}`),
    q.length >= 4 &&
      sql`(select order_id from renewal_charges where payment_intent_id like ${beginning}
            order by id ${way} limit ${most})`,
    q.length >= 4 && payments(sql`lower(pay_address) like ${lowered}`),
    q.length >= 4 && payments(sql`lower(transaction_id) like ${lowered}`),
    sql`(select order_id from documents where name = ${q.toUpperCase()})`,
    sql`(select order_id from order_items where lower(discount_code) = ${q.toLowerCase()}
          order by id ${way} limit ${most})`,
    ...companyParts(q, most, oldestFirst),
    // By the index, for each customer. Otherwise one without orders would cause a full scan.
    sql`(select theirs.id from (${customersOf(q, most && searchedCustomers)}) as customer
          cross join lateral (
            select id, created_at from orders where user_id = customer.id
             order by created_at ${way} limit ${most}) as theirs
          order by theirs.created_at ${way} limit ${most})`,
  ].filter((part) => part !== false && part !== undefined)
}

/**
 * Names and emails that begin with the text have limits of their own. Otherwise, many that only
 * contain it could displace them. Because of `offset 0`, the planner ignores the limit and uses the
 * index.
 */
function customersOf(q: string, most: Most) {
  const beginning = startingWith(q.toLowerCase())
  const begins = (column: string) =>
    sql`(select id from users where lower(${sql.ref(column)}) like ${beginning} limit ${most})`
  return sql`${begins('username')} union ${begins('email')} union
    (select id from (select id from users where ${matchesUser(q, most)} offset 0) as matching
      limit ${most})`
}

export function companyParts(
  q: string,
  most: Most = searchedOrders,
  oldestFirst = false,
): RawBuilder<unknown>[] {
  const way = oldestFirst ? sql`asc` : sql`desc`
  const orders = (condition: RawBuilder<unknown>) =>
    sql`(select id from orders where ${condition} order by created_at ${way} limit ${most})`
  // The trigram index does not cover fewer than three letters.
  const name = q.length < 3 ? startingWith(q.toLowerCase()) : containing(q.toLowerCase())
  const vatId = q.toUpperCase().replace(/[\s.-]/g, '')
  return [
    orders(sql`company_name is not null and lower(company_name) like ${name}`),
    ...(/^[A-Z]{2}(?=.*\d)[A-Z0-9]{2,20}$/.test(vatId) ? [orders(sql`vat_id = ${vatId}`)] : []),
  ]
}
