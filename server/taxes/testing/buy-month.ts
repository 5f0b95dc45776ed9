import type { Counter } from '#server/payments/testing/counter.ts'

type Bought = {
  /** More of the item that is ordered. */
  item?: object
  card?: string
}

/** A month of a new product for 19.99, paid by card. */
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
