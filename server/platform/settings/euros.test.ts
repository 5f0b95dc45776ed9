import { afterAll, expect, test } from 'vitest'
import { settings } from '#contract/platform/settings.ts'
import { documents } from '#contract/selling/documents.ts'
import { orders } from '#contract/selling/orders.ts'
import { paymentCurrencies } from '#contract/selling/payment-currencies.ts'
import { payments } from '#contract/selling/payments.ts'
import { setCurrency, shopCurrency } from '#contract/wire/currency.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { refundDesk } from '#server/selling/refunds/testing/bought.ts'
import { renewing } from '#server/selling/renewals/testing/renewing.ts'

const counter = await fileFixture(openCounter())
const { call, db } = counter
const admin = await signIn(counter.app, { admin: true })
const { look, refund } = refundDesk(counter, admin)
const { pass, run } = renewing(counter)

afterAll(() => setCurrency('USD'))

test('a shop in euros sells, refunds, renews and sends mail without a dollar', async () => {
  // Sets the currency without a log entry.
  await db.updateTable('settings').set({ currency: 'EUR' }).execute()
  await expect.poll(shopCurrency).toBe('EUR')
  const body = {
    ...{ seller_name: 'Kessler Games', seller_address: 'Gasse 1\n1010 Wien' },
    ...{ seller_number: 'ATU1', support_refund_dollars: 20, dispute_opening: 'leave' as const },
  }
  expect((await call(settings.change, { body }, admin)).status).toBe(200)
  const said: [string, string][] = []
  const note = (where: string, what: unknown) =>
    said.push([where, typeof what === 'string' ? what : JSON.stringify(what)])

  const buyer = await counter.customer()
  const product = await counter.addProduct({ price_cents: 123456 })
  const cheap = await counter.addProduct({ price_cents: 40 })
  await counter.addCode(product, 'BIG', { min_cents: 999900 })
  const item = { id: product, term_length: 1 as const, renew: true }

  note(
    'below the least by card',
    await counter.buyByCard(buyer.cookie, [{ id: cheap, term_length: 1 }]),
  )
  note(
    'below the least in coins',
    await counter.buyByCrypto(buyer.cookie, [{ id: cheap, term_length: 1 }]),
  )
  const quoted = await call(payments.quote, { body: { items: [{ ...item, discount: 'BIG' }] } })
  expect(JSON.stringify(quoted.body)).toContain('at least €9,999.00')
  note('quote', quoted.body)

  const bought = await counter.buyByCard(buyer.cookie, [item])
  const session = await counter.shop.card!.readSession(bought.body.session_id)
  expect(session.amountCents).toBe(123456)
  await counter.session(bought.body.session_id, 'confirm')
  await counter.work()
  const order = bought.body.order_id
  expect(await counter.statusOf(order)).toBe('finished')

  const coins = await counter.buyByCrypto(buyer.cookie, [{ id: product, term_length: 1 }])
  expect(coins.status).toBe(201)
  const estimate = await call(paymentCurrencies.estimate, {
    query: { amount: '1234.56', currency: 'btc' },
  })
  expect(Math.abs(coins.body.pay_amount! / Number(estimate.body) - 1)).toBeLessThan(0.02)
  const { provider_id } = await db
    .selectFrom('payments')
    .select('provider_id')
    .where('id', '=', coins.body.id)
    .executeTakeFirstOrThrow()
  const asked = await counter.shop.crypto.nowpayments!.getPayment(provider_id)
  expect(asked.amountCents).toBe(123456)
  await counter.coins(coins.body.id, 'confirm')
  await counter.work()
  expect(await counter.statusOf(coins.body.order_id)).toBe('finished')

  const { refundable } = await look(order)
  const support = await signIn(counter.app, { support: true })
  const items = [{ id: refundable!.items[0]!.id, amount: 100 }]
  note('above what support may', await refund(order, { items }, support))
  expect((await refund(order, { items, stop_renewal: false })).status).toBe(201)
  await counter.work()

  await pass(buyer.user.id, 70)
  await run()
  const renewed = await call(orders.list, {}, buyer)
  note('my orders', renewed.body)

  const looked = await look(order)
  expect(looked.timeline.map(({ text }) => text)).toContain('Refund of €100.00 requested')
  note('order of staff', looked)
  const told = await call(documents.list, { params: { id: order } }, buyer)
  expect(told.body.map(({ kind, currency }) => [kind, currency])).toEqual([
    ['invoice', 'EUR'],
    ['credit_note', 'EUR'],
  ])
  note('documents', told.body)
  for (const path of [
    '/games',
    `/games/${product}`,
    '/admin/',
    '/admin/logs/',
    '/admin/orders/export',
    '/admin/documents/journal',
  ]) {
    const { cookie } = admin
    const answer = await counter.app.inject({ url: `/api${path}`, headers: { cookie } })
    expect([path, answer.statusCode]).toEqual([path, 200])
    note(path, answer.body)
  }
  note('API document', (await counter.app.inject('/api/openapi.json')).json().info)
  const mails = await counter.mailsTo(buyer.user.email)
  expect(mails.length).toBeGreaterThanOrEqual(3)
  expect(mails.map(({ text }) => text).join('\n')).toContain('€1,234.56')
  for (const mail of mails) note('mail', mail)

  for (const [where, text] of said)
    expect([where, ...text.matchAll(/.{0,40}(\$\d|\bUSD\b|\bdollars?\b).{0,20}/gi)]).toEqual([
      where,
    ])
  expect(said.length).toBeGreaterThan(12)
})
