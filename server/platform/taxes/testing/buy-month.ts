import type { Counter } from '#server/selling/payments/testing/counter.ts'

type Bought = {
  /** Additional fields of the ordered item. */
  item?: object
  card?: string
}

/** Buys a month of a new product for 19.99 by card. */
export async function buyMonth<Customer extends { cookie: string }>(
  counter: Counter,
  customer: Customer,
  { item = {}, card }: Bought = {},
) {
  const id = await counter.addProduct()
  const { body } = await counter.buyByCard(customer.cookie, [{ id, term_length: 1, ...item }])
  await counter.session(body.session_id, 'confirm', card === undefined ? {} : { card })
  await counter.work()
  const bought = await counter.db
    .selectFrom('order_items')
    .select('id')
    .where('order_id', '=', body.order_id)
    .executeTakeFirstOrThrow()
  return { ...customer, order: body.order_id, item: bought.id }
}
