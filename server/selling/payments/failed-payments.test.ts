import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { orders } from '#contract/selling/orders.ts'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { staffPayouts } from '#contract/selling/staff-payouts.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { receive } from '#server/kernel/testing/mailbox.ts'
import { settleOrder } from '#server/selling/orders/settle.ts'
import { withdrawLate } from '#server/selling/payouts/jobs.ts'
import { openCounter } from './testing/counter.ts'

const counter = await fileFixture(openCounter())
const { call, db } = counter
const admin = await signIn(counter.app, { admin: true })

afterEach(() => counter.reset())

async function failed(actions: string[], currency?: string) {
  const sale = await counter.newCryptoOrder(currency)
  for (const action of actions) {
    await counter.coins(sale.payment, action)
    await counter.work()
  }
  expect(await counter.statusOf(sale.order)).toBe('failed')
  const params = { params: { id: sale.order } }
  return {
    ...sale,
    mails: () => receive(counter, sale.user.email),
    seen: async () => (await call(orders.get, params, sale)).body.seen,
    stuck: async () => (await call(staffOrders.get, params, admin)).body.stuck,
    rest: async () => (await call(staffPayouts.list, { ...params, query: {} }, admin)).body.rest,
    offer: (arrived: boolean) =>
      call(staffPayouts.offerRest, { ...params, query: { arrived: `${arrived}` } }, admin),
    isToLookAt: async () => {
      const { body } = await call(staffOrders.search, { query: { look: 'failed' } }, admin)
      const { failed: count } = (await call(staffOrders.waiting, {}, admin)).body
      expect(body.orders).toHaveLength(count)
      return body.orders.some(({ id }) => id === sale.order)
    },
  }
}

test('after a failed payment, the customer reads what was seen, and staff can offer a refund', async () => {
  const sale = await failed(['delay', 'fail'], 'doge')
  const coins = sale.body.pay_amount!
  const [mail, ...others] = await sale.mails()
  expect(others).toEqual([])
  expect(mail!.subject).toBe('Your payment to Loadout failed')
  expect(mail!.text).toContain(`we saw ${coins} of ${coins} DOGE`)
  expect(mail!.text).toContain('Please do not send it again')
  expect(mail!.text).toContain(`/orders/${sale.order}`)
  expect(await sale.seen()).toEqual({ coins, of: coins, currency: 'doge' })
  expect(await sale.stuck()).toBe(
    `The payment failed after ${coins} of ${coins} DOGE was seen. Check the dashboard of NOWPayments for what has arrived. You can offer a refund of it under Payouts.`,
  )
  expect(await sale.isToLookAt()).toBe(true)

  expect(await sale.rest()).toMatchObject({ kind: 'short', amount: 19.99, unconfirmed: true })
  expect((await sale.offer(false)).code).toBe('coins_not_confirmed')
  expect((await sale.offer(true)).body).toMatchObject({
    ...{ kind: 'short', status: 'offered', amount: 19.99, coins, currency: 'doge' },
  })
  expect(await sale.isToLookAt()).toBe(false)
  expect(await sale.stuck()).toBe(`The payment failed after ${coins} of ${coins} DOGE was seen.`)
  const [offer] = (await sale.mails()).filter(({ subject }) =>
    subject.includes('enter your wallet address'),
  )
  expect(offer!.text).toContain('your payment failed, and your order was not delivered')

  // The customer gives no address. The amount is still owed, and staff see the order again.
  await sql`update payouts set expires_at = now() where order_id = ${sale.order}`.execute(db)
  await withdrawLate(db)
  expect(await sale.isToLookAt()).toBe(true)
  expect(await sale.stuck()).toContain('Check the dashboard')
})

test('coins that BTCPay Server marks invalid are reported and never offered as a refund', async () => {
  await db.updateTable('settings').set({ first_crypto: 'btcpay' }).execute()
  await expect.poll(() => counter.shop.settings().first_crypto).toBe('btcpay')
  const sale = await failed(['delay', 'fail'])
  await db.updateTable('settings').set({ first_crypto: 'nowpayments' }).execute()
  await expect.poll(() => counter.shop.settings().first_crypto).toBe('nowpayments')
  const coins = sale.body.pay_amount!
  expect((await sale.mails()).map(({ subject }) => subject)).toEqual([
    'Your payment to Loadout failed',
  ])
  expect(await sale.seen()).toEqual({ coins, of: coins, currency: 'btc' })
  expect(await sale.stuck()).toContain('was seen. Check the dashboard of BTCPay Server')
  expect(await sale.rest()).toBeNull()
  expect((await sale.offer(true)).code).toBe('nothing_to_pay_out')
})

test('a failed payment without any coins notifies nobody and offers no refund', async () => {
  const sale = await failed(['fail'])
  expect(await sale.mails()).toEqual([])
  expect(await sale.seen()).toBeNull()
  expect(await sale.stuck()).toBe('The payment failed.')
  expect(await sale.isToLookAt()).toBe(false)
  expect(await sale.rest()).toBeNull()
  expect((await sale.offer(true)).code).toBe('nothing_to_pay_out')
})

test('a customer whose coins are first reported after the deadline learns that the payment failed', async () => {
  const sale = await counter.newCryptoOrder('doge')
  await counter.switches({ nowpayments: { webhooks: { lost: true } } })
  await counter.coins(sale.payment, 'delay')
  await settleOrder(db, sale.order, 'window_over')
  await counter.switches({ nowpayments: { webhooks: { lost: false } } })
  expect(await counter.statusOf(sale.order)).toBe('expired')
  await counter.coins(sale.payment, 'fail')
  await counter.work()
  expect(await counter.statusOf(sale.order)).toBe('failed')
  expect((await receive(counter, sale.user.email)).map(({ subject }) => subject)).toEqual([
    'Your payment to Loadout failed',
  ])
})
