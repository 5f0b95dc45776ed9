import { afterAll, beforeEach, expect, test } from 'vitest'
import { type StoreSettings, settings } from '#contract/platform/settings.ts'
import { type Currency, setCurrency, shopCurrency } from '#contract/wire/currency.ts'
import { btcpayApi } from '#server/adapters/payments/btcpay-api.ts'
import { invoice } from '#server/adapters/payments/btcpay-responses.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'

const counter = await fileFixture(openCounter())
const { call, db } = counter
const admin = await signIn(counter.app, { admin: true })

const change = (body: Partial<StoreSettings>) => call(settings.change, { body } as never, admin)
const heard = (currency: string) => expect.poll(shopCurrency).toBe(currency)

/** Sets the currency without a log entry. */
async function set(currency: Currency) {
  const now = await db.selectFrom('settings').select('currency').executeTakeFirstOrThrow()
  // Even an update without a change would notify, which could arrive at any later moment.
  if (now.currency !== currency) await db.updateTable('settings').set({ currency }).execute()
  await heard(currency)
}

async function noOrders() {
  for (const table of ['payments', 'discount_uses', 'order_items', 'orders'] as const)
    await db.deleteFrom(table).execute()
}

// Each test starts with a shop in US dollars without orders.
beforeEach(async () => {
  await noOrders()
  await set('USD')
})
afterAll(() => setCurrency('USD'))

test('can be chosen until the first order, and is reported as fixed afterwards', async () => {
  expect((await change({ currency: 'SEK' })).status).toBe(200)
  await heard('SEK')
  expect((await change({ currency: 'EUR' })).body).toMatchObject({ currency_fixed: false })
  await heard('EUR')
  await counter.newCardOrder()
  const { status, code } = await change({ currency: 'GBP', referral_code_uses: 4 })
  expect([status, code]).toEqual([409, 'currency_fixed'])
  const { body } = await call(settings.get, {}, admin)
  expect(body).toMatchObject({ currency: 'EUR', currency_fixed: true, referral_code_uses: 0 })
  // Setting the current value again is not a change.
  expect((await change({ currency: 'EUR' })).status).toBe(200)
})

test('a concurrent order and change end with a refusal or an order in the new currency', async () => {
  const buyers = await Promise.all(Array.from({ length: 6 }, counter.customer))
  const product = await counter.addProduct()
  for (let round = 0; round < 6; round += 1) {
    const buyer = buyers[round]!
    await noOrders()
    const before = shopCurrency()
    const wanted = before === 'EUR' ? 'USD' : 'EUR'
    const [order, changed] = await Promise.all([
      counter.buyByCard(buyer.cookie, [{ id: product, term_length: 1 }]),
      change({ currency: wanted }),
    ])
    const answers = `${order.status} ${order.code ?? ''}, ${changed.status} ${changed.code ?? ''}`
    expect(['201 , 409 currency_fixed', '409 currency_changed, 200 ', '201 , 200 ']).toContain(
      answers,
    )
    await heard(changed.status === 200 ? wanted : before)
    if (order.status !== 201) continue
    // A currency other than the shop's would be an error.
    const told = await counter.shop.card!.readSession(order.body.session_id)
    expect(told.orderId).toBe(order.body.order_id)
  }
})

test('a process that does not know of a change places no order', async () => {
  const buyer = await counter.customer()
  const product = await counter.addProduct()
  setCurrency('PLN')
  const { status, code } = await counter.buyByCard(buyer.cookie, [{ id: product, term_length: 1 }])
  expect([status, code]).toEqual([409, 'currency_changed'])
  expect(await db.selectFrom('orders').select('id').execute()).toEqual([])
  setCurrency('USD')
})

test('a payment in another currency does not pay the order that it names', async () => {
  await change({ currency: 'GBP' })
  await heard('GBP')
  const card = await counter.newCardOrder()
  const crypto = await counter.newCryptoOrder()
  const secrets = counter.sandboxSecrets!
  const { ask, store } = btcpayApi({
    url: `${counter.sandboxUrl}/btcpay`,
    apiKey: secrets.btcpayKey,
    storeId: secrets.btcpayStoreId,
  })
  const made = await ask('POST', `${store}/invoices`, invoice, {
    ...{ amount: '19.99', currency: 'CZK', metadata: { shopOrder: crypto.order } },
    checkout: { paymentMethods: ['BTC-LN'] },
  })
  await counter.control(`/btcpay/invoices/${made.id}/confirm?wait=true`)
  await counter.work()
  expect(await counter.statusOf(crypto.order)).toBe('waiting')
  const { error } = await db
    .selectFrom('payment_events')
    .select('error')
    .where('object_id', '=', made.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(error).toMatch(/is in CZK, but the shop’s currency is GBP/)

  // As if the shop had requested pounds and the account returned another currency.
  await counter.session(card.session, 'confirm')
  setCurrency('CHF')
  await expect(counter.shop.card!.readSession(card.session)).rejects.toThrow('is in GBP')
  await counter.work()
  expect(await counter.statusOf(card.order)).toBe('waiting')
  setCurrency('GBP')
})
