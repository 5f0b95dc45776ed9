import { afterEach, beforeEach, expect, test } from 'vitest'
import { staffUsers } from '#contract/people/staff-users.ts'
import { settings } from '#contract/platform/settings.ts'
import { taxes } from '#contract/platform/taxes.ts'
import { documents } from '#contract/selling/documents.ts'
import { payments } from '#contract/selling/payments.ts'
import { isoDay } from '#contract/wire/time-zone.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { refundDesk } from '#server/selling/refunds/testing/bought.ts'
import { renewing } from '#server/selling/renewals/testing/renewing.ts'
import { buyMonth } from './testing/buy-month.ts'

const counter = await fileFixture(openCounter())
const { call, db } = counter
const admin = await signIn(counter.app, { admin: true })
const { refund, look } = refundDesk(counter, admin)

const german = '4000002760000016'
const change = (body: object) => call(settings.change, { body } as never, admin)
beforeEach(() => change({ tax_mode: 'table', tax_rates: [] }))
afterEach(async () => {
  await counter.reset()
  await change({ tax_mode: 'off', tax_rates: [] })
})

const choose = ({ cookie }: { cookie: string }, country: string) =>
  call(taxes.chooseCountry, { body: { country } }, { cookie })
const quote = async ({ cookie }: { cookie: string }, id: number) =>
  (await call(payments.quote, { body: { items: [{ id, term_length: 1 }] } }, { cookie })).body.tax
const countryOf = async (order: string) =>
  (
    await db
      .selectFrom('orders')
      .select('tax_country')
      .where('id', '=', order)
      .executeTakeFirstOrThrow()
  ).tax_country
const told = async (order: string, { cookie }: { cookie: string }) =>
  (await call(documents.list, { params: { id: order } }, { cookie })).body

/** Buys a month for 19.99 by card, as a customer in the country. */
async function buyFrom(country: string, card: string) {
  const customer = await counter.customer()
  await choose(customer, country)
  return buyMonth(counter, customer, { card })
}

test('requires a country for card, crypto and free orders', async () => {
  const customer = await counter.customer()
  const id = await counter.addProduct()
  await counter.addCode(id, 'GIFT', { amount: 100 })
  const items = [{ id, term_length: 1 as const }]
  const free = [{ ...items[0]!, discount: 'GIFT' }]
  for (const { status, body } of [
    await counter.buyByCard(customer.cookie, items),
    await counter.buyByCrypto(customer.cookie, items),
    await counter.buyByCard(customer.cookie, free),
  ])
    expect([status, body]).toMatchObject([422, { code: 'country_required' }])
  expect(await quote(customer, id)).toEqual({ country: null, rate: null, amount: 0, company: null })
  const placed = await db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', customer.user.id)
    .execute()
  expect(placed).toEqual([])

  expect((await choose(customer, 'Germany')).status).toBe(422)
  expect((await choose(customer, 'DE')).status).toBe(200)
  expect(await quote(customer, id)).toEqual({
    country: 'DE',
    rate: 19,
    amount: 3.19,
    company: null,
  })
  for (const { status, body } of [
    await counter.buyByCard(customer.cookie, items),
    await counter.buyByCrypto(customer.cookie, items),
    await counter.buyByCard(customer.cookie, free),
  ]) {
    expect(status).toBe(201)
    expect(await countryOf(body.order_id)).toBe('DE')
  }
})

test('asks for no country and stores none unless tax is calculated by the table', async () => {
  await change({ tax_mode: 'small_business' })
  const customer = await counter.customer()
  await choose(customer, 'DE')
  const id = await counter.addProduct()
  expect(await quote(customer, id)).toBeNull()
  const { body } = await counter.buyByCard(customer.cookie, [{ id, term_length: 1 }])
  expect(await countryOf(body.order_id)).toBeNull()
  expect((await look(body.order_id)).tax).toBeNull()
})

test('documents show net, tax and total, and refunds mirror them', async () => {
  const bought = await buyFrom('HU', german)
  await refund(bought.order, { items: [{ id: bought.item, amount: 7.77 }] })
  await counter.work()
  await refund(bought.order, { items: [{ id: bought.item, amount: 12.22 }] })
  await counter.work()
  const all = await told(bought.order, bought)
  expect(all).toMatchObject([
    {
      buyer: { country: 'HU' },
      taxes: [{ rate: 27, net: 15.74, tax: 4.25 }],
      ...{ net: 15.74, tax: 4.25, total: 19.99 },
    },
    { kind: 'credit_note', buyer: { country: 'HU' }, tax: -1.65, total: -7.77 },
    { kind: 'credit_note', tax: -2.6, total: -12.22 },
  ])
  for (const { net, tax: included, total } of all)
    expect(Math.round((net + included) * 100)).toBe(Math.round(total * 100))
})

test('a renewal is charged under the country of its first order', async () => {
  const { subscribe, pass, run } = renewing(counter)
  await change({ tax_mode: 'off' })
  const before = await subscribe({ card: german })
  await change({ tax_mode: 'table' })
  const customer = await counter.customer()
  await choose(customer, 'AT')
  const id = await counter.addProduct()
  const { body } = await counter.buyByCard(customer.cookie, [{ id, term_length: 1, renew: true }])
  await counter.session(body.session_id, 'confirm', { card: german })
  await counter.work()
  // A later choice applies to later orders only.
  await choose(customer, 'FR')
  for (const { user } of [customer, before]) await pass(user.id, 29.5)
  await run()
  const renewed = async (order: string) =>
    (
      await db
        .selectFrom('orders')
        .select('id')
        .where('renews_order_id', '=', order)
        .executeTakeFirstOrThrow()
    ).id
  const second = await renewed(body.order_id)
  expect(await countryOf(second)).toBe('AT')
  expect((await look(second)).tax).toMatchObject({ card_country: 'DE', evidence: 'disagrees' })
  expect(await told(second, customer)).toMatchObject([{ taxes: [{ rate: 20 }] }])
  // This subscription started without a country, so the card determines it.
  const other = await renewed(before.order)
  expect(await countryOf(other)).toBeNull()
  expect(await told(other, before)).toMatchObject([{ buyer: { country: 'DE' } }])
})

test('the chosen country applies although the card is from another one, and staff see it', async () => {
  const agrees = await buyFrom('DE', german)
  expect((await look(agrees.order)).tax).toEqual({
    country: 'DE',
    card_country: 'DE',
    evidence: 'agrees',
    company: null,
  })
  const disagrees = await buyFrom('GB', german)
  expect((await look(disagrees.order)).tax).toEqual({
    country: 'GB',
    card_country: 'DE',
    evidence: 'disagrees',
    company: null,
  })
  expect(await told(disagrees.order, disagrees)).toMatchObject([
    { buyer: { country: 'GB' }, taxes: [{ rate: 20 }] },
  ])
})

test('a crypto order has one piece of evidence, and a country without a rate has no tax', async () => {
  const customer = await counter.customer()
  await choose(customer, 'US')
  const id = await counter.addProduct()
  const { body } = await counter.buyByCrypto(customer.cookie, [{ id, term_length: 1 }])
  await counter.coins(body.id, 'confirm')
  await counter.work()
  expect((await look(body.order_id)).tax).toEqual({
    country: 'US',
    card_country: null,
    evidence: 'one',
    company: null,
  })
  expect(await told(body.order_id, customer)).toMatchObject([
    { buyer: { country: 'US' }, taxes: [], tax: 0, net: 19.99 },
  ])
})

test('an order without a chosen country uses that of its card', async () => {
  await change({ tax_mode: 'off' })
  const customer = await counter.customer()
  const id = await counter.addProduct()
  const { body } = await counter.buyByCard(customer.cookie, [{ id, term_length: 1 }])
  await change({ tax_mode: 'table' })
  await counter.session(body.session_id, 'confirm', { card: german })
  await counter.work()
  expect((await look(body.order_id)).tax).toMatchObject({ country: null, evidence: 'one' })
  expect(await told(body.order_id, customer)).toMatchObject([
    { buyer: { country: 'DE' }, taxes: [{ rate: 19 }] },
  ])
})

test('the shop’s own rates override the standard ones from their start date', async () => {
  await change({ tax_rates: ['SE 2020-01-01 6', 'SE 2999-01-01 30', 'US 2020-01-01 7.25'] })
  const id = await counter.addProduct()
  const customer = await counter.customer()
  for (const [country, rate] of [
    ['SE', 6],
    ['US', 7.25],
    ['NO', 25],
  ] as const) {
    await choose(customer, country)
    expect(await quote(customer, id)).toMatchObject({ country, rate })
  }
})

test('a rate starts on its date in the shop’s time zone', async () => {
  const now = new Date()
  // In one of these time zones, it is now the day after the other's.
  const [late, early] = ['Etc/GMT+12', 'Pacific/Kiritimati'] as const
  await change({ tax_rates: [`SE ${isoDay(now, early)} 6`] })
  const id = await counter.addProduct()
  const customer = await counter.customer()
  await choose(customer, 'SE')
  for (const [time_zone, rate] of [
    [late, 25],
    [early, 6],
  ] as const) {
    await change({ time_zone })
    expect(await quote(customer, id)).toMatchObject({ rate })
  }
  await change({ time_zone: null })
})

test('choosing a country changes the customer’s own open card form only', async () => {
  const [anna, ben] = [await counter.customer(), await counter.customer()]
  const id = await counter.addProduct()
  const items = [{ id, term_length: 1 as const }]
  for (const each of [anna, ben]) await choose(each, 'DE')
  const paid = await counter.buyByCard(anna.cookie, items)
  await counter.session(paid.body.session_id, 'confirm', { card: german })
  const coins = await counter.buyByCrypto(anna.cookie, items)
  const open = await counter.buyByCard(anna.cookie, [{ id, term_length: 3 }])
  const others = await counter.buyByCard(ben.cookie, items)
  await choose(anna, 'FR')
  const found = await Promise.all(
    [paid, coins, open, others].map(({ body }) => countryOf(body.order_id)),
  )
  expect(found).toEqual(['DE', 'DE', 'FR', 'DE'])
  // The same form continues with the current country.
  const again = await counter.buyByCard(anna.cookie, [{ id, term_length: 3 }])
  expect(again.body.order_id).toBe(open.body.order_id)
})

test('choosing during the placement of an order uses the chosen country', async () => {
  const id = await counter.addProduct()
  for (let round = 0; round < 8; round += 1) {
    const customer = await counter.customer()
    await choose(customer, 'DE')
    const [{ body }] = await Promise.all([
      counter.buyByCard(customer.cookie, [{ id, term_length: 1 }]),
      choose(customer, 'AT'),
    ])
    expect(await countryOf(body.order_id)).toBe('AT')
  }
})

test('deleting a customer deletes the country, and keeps it on paid orders', async () => {
  const bought = await buyFrom('DE', german)
  await call(staffUsers.remove, { params: { uid: bought.user.id } }, admin)
  const { tax_country } = await db
    .selectFrom('users')
    .select('tax_country')
    .where('id', '=', bought.user.id)
    .executeTakeFirstOrThrow()
  expect(tax_country).toBeNull()
  expect(await countryOf(bought.order)).toBe('DE')
})
