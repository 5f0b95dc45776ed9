import { afterEach, expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from './testing/counter.ts'

const counter = await fileFixture(openCounter())

afterEach(() => counter.reset())

/** Creates a session outside of the shop on the same account, as a payment link does. */
async function payElsewhere(client_reference_id: string, cents: number) {
  const price = 'line_items[0][price_data]'
  const asked = await fetch(`${counter.sandboxUrl}/stripe/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${counter.sandboxSecrets!.stripeKey}` },
    body: new URLSearchParams({
      ...{ mode: 'payment', ui_mode: 'elements', return_url: 'https://example.com/' },
      client_reference_id,
      [`${price}[currency]`]: 'usd',
      [`${price}[unit_amount]`]: String(cents),
      [`${price}[product_data][name]`]: 'A coffee for the developers',
    }),
  })
  const { id } = (await asked.json()) as { id: string }
  await counter.session(id, 'confirm')
  await counter.work()
}

test.each([
  { cents: 100, paid: 'less than' },
  { cents: 50_000, paid: 'more than' },
])(
  'a payment link for $paid the price of an order that it names does not pay for it',
  async ({ cents }) => {
    const { user, order, session } = await counter.newCardOrder(12)
    await payElsewhere(order, cents)
    expect(await counter.statusOf(order)).toBe('waiting')
    expect(await counter.ledger(user.id)).toEqual([])

    await counter.session(session, 'confirm')
    await counter.work()
    expect(await counter.statusOf(order)).toBe('finished')
    expect(await counter.ledger(user.id)).toEqual(['purchase 365'])
  },
)

test('a paid session that the shop created but did not store pays for its order', async () => {
  const { user, order, session } = await counter.newCardOrder()
  await counter.db.deleteFrom('payments').where('order_id', '=', order).execute()
  await counter.session(session, 'confirm')
  await counter.work()
  expect(await counter.statusOf(order)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})
