import { afterEach, beforeEach, expect, test } from 'vitest'
import { staffDocuments } from '#contract/selling/staff-documents.ts'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { austrian, companies } from './testing/companies.ts'

const counter = await fileFixture(openCounter())
const { call } = counter
const admin = await signIn(counter.app, { admin: true })
const support = await signIn(counter.app, { support: true })
const desk = companies(counter, admin)

beforeEach(desk.open)
afterEach(desk.close)

const findOrders = async (q: string) =>
  (await call(staffOrders.search, { query: { q } }, support)).body.orders
const findDocuments = async (q: string) =>
  (await call(staffDocuments.list, { query: { q } }, support)).body.documents

test('finds orders and documents by the company, and orders by their document', async () => {
  const company = await desk.companyOf('AT', austrian)
  const { order } = await desk.buy(company)
  const somebody = await counter.customer()
  await desk.choose('US', somebody)
  const other = await desk.buy(somebody)
  const [document] = await desk.told(order, company)
  const { number } = document!
  const texts = ['żelazo', 'Söhne', 'O & S', austrian, 'atu 135.856-27']
  for (const q of texts) {
    const [found, ...more] = await findOrders(q)
    expect([q, found, more]).toMatchObject([q, { id: order, company: 'Żelazo & Söhne' }, []])
    expect([q, await findDocuments(q)]).toMatchObject([
      q,
      [{ number, order, buyer: company.user.username, company: 'Żelazo & Söhne' }],
    ])
  }
  for (const q of [number, number.toLowerCase(), ` ${number} `])
    expect([q, (await findOrders(q)).map(({ id }) => id)]).toEqual([q, [order]])
  const [theirs] = await findDocuments(other.order.slice(0, 8))
  expect(theirs).toMatchObject({ company: null })
  expect(await findOrders(theirs!.number)).toMatchObject([{ id: other.order, company: null }])
  for (const q of [`${number}9`, 'ATU13585628', 'żelazo%', '_elazo'])
    expect([q, await findOrders(q), await findDocuments(q)]).toEqual([q, [], []])
})
