import { orderType, paymentStatus } from '#contract/selling/orders.ts'
import { staffOrders, toLookAt } from '#contract/selling/staff-orders.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { problemOfAmount, readAmount } from '../amounts.ts'
import { isNumber, readList, readTime } from '../list/address.ts'

export type OrderQuery = Input<typeof staffOrders.search>['query']

/** Reads the order filters from the URL. Invalid values are ignored. */
export function readOrderAddress(request: Request): OrderQuery {
  const { query, search, limit } = readList(request, { limit: 25 })
  const of = (name: string, fits: (text: string) => boolean) => {
    const text = query.get(name)?.trim()
    return text && fits(text) ? text : undefined
  }
  const amountOf = (name: 'min' | 'max') => {
    const text = of(name, (typed) => problemOfTotal(typed) === undefined)
    return text && readAmount(text)
  }
  const after = of('after', (text) => /^\d{1,16}_[0-9a-f-]{36}$/.test(text))
  return {
    q: search,
    limit,
    after,
    status: paymentStatus.safeParse(query.get('status')).data,
    method: orderType.safeParse(query.get('method')).data,
    product: of('product', isNumber),
    code: of('code', (text) => text.length <= 60),
    uid: of('uid', isNumber),
    look: toLookAt.find((look) => look === query.get('look')),
    min: amountOf('min'),
    max: amountOf('max'),
    start_time: readTime(query, 'from'),
    end_time: readTime(query, 'to'),
    sort: query.get('sort') === 'date' ? 'date' : undefined,
  }
}

/** Whether the URL has a page number, or a cursor that no list of orders has. */
export function isStray(request: Request, { after }: OrderQuery): boolean {
  const { searchParams: query } = new URL(request.url)
  return query.has('page') || (query.has('after') && !after)
}

export const problemOfTotal = (text: string) =>
  problemOfAmount(text, staffOrders.search.query.shape.min)
