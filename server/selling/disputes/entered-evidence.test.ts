import { afterEach, expect, test } from 'vitest'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { refundDesk } from '#server/selling/refunds/testing/bought.ts'
import { disputeDesk } from './testing/desk.ts'
import { disputing } from './testing/disputed.ts'

const counter = await fileFixture(openCounter())
const admin = await signIn(counter.app, { admin: true })
const { disputed, read, change } = disputeDesk(counter, admin)
const { bank, dispute } = disputing(counter)
const { buy } = refundDesk(counter, admin)

afterEach(() => counter.reset())

const refused = {
  service_date: ['yesterday', '2026-02-30', '2026-11-24 25:00'],
  customer_email_address: ['not an address'],
  customer_purchase_ip: ['999.1.1', '127.0.0.256', '1::2::3'],
}
const accepted = {
  service_date: ['2026-11-24', '2026-11-24 18:30:00 UTC', '2026-11-24T18:30:00.000Z', ''],
  customer_email_address: ['ann@example.com', ''],
  customer_purchase_ip: ['203.0.113.7', '2001:db8::7', ''],
}

test('evidence that cannot be true is refused at its field, and real or empty values are saved', async () => {
  const one = await disputed()
  for (const [name, values] of Object.entries(refused))
    for (const value of values) {
      const { status, body } = await change(one, { [name]: value })
      expect([name, value, status]).toEqual([name, value, 422])
      expect(body).toMatchObject({ detail: [{ loc: ['body', name] }] })
    }
  for (const [name, values] of Object.entries(accepted))
    for (const value of values)
      expect([value, (await change(one, { [name]: value })).status]).toEqual([value, 200])
})

test('the evidence that the shop collects can be saved as it is', async () => {
  const one = await disputed()
  const { evidence } = await read(one)
  expect(evidence.service_date).not.toBe('')
  expect((await change(one, evidence)).status).toBe(200)
})

test('two saves in another window are listed in one line', async () => {
  const one = await disputed()
  const { revision } = await read(one)
  await change(one, { customer_name: 'Ann' })
  await change(one, { customer_name: 'Anna', uncategorized_text: 'More' })
  const stale = await change(one, { customer_name: 'Bob', revision })
  expect(stale.detail).toMatch(/^Changed by you in another window: “Customer”, “[^”]+”$/)
})

test('the evidence of a lifetime does not say that time was sold', async () => {
  const bought = await buy({ plan: 'lifetime' })
  await bank(bought, 'dispute')
  const { id } = await dispute(bought)
  const { evidence } = await read({ params: { id: String(id) } })
  expect(evidence.product_description).toContain(', lifetime access that does not expire: $200')
  expect(evidence.product_description).not.toMatch(/for a limited time|the time starts/)
})
