import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { orders } from '#contract/selling/orders.ts'
import { payments } from '#contract/selling/payments.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { receive } from '#server/kernel/testing/mailbox.ts'
import { tellShortPayment } from '#server/selling/orders/short-payment.ts'
import { recheckPayments } from './reconcile.ts'
import { openCounter } from './testing/counter.ts'
import { passHour } from './testing/pass-hour.ts'

const counter = await fileFixture(openCounter())

test('after an underpayment, one email says how much is missing and how to pay it', async () => {
  const { user, order, payment, body } = await counter.newCryptoOrder('xrp')
  await counter.coins(payment, 'underpay')
  const [mail, ...others] = await receive(counter, user.email)
  expect(others).toEqual([])
  const [, coins] = /Missing: ([\d.]+) XRP \(\$8\.00\)/.exec(mail!.text)!
  expect(Number(coins) + body.pay_amount! * 0.6).toBeCloseTo(body.pay_amount!, 5)
  expect(mail!.subject).toBe(`Your Loadout order is waiting for ${coins} XRP`)
  expect(mail!.text).toContain('Order total: $19.99')
  expect(mail!.text).toContain(`Address: ${body.pay_address}`)
  expect(mail!.text).toContain(`Memo or tag (required): ${body.payin_extra_id}`)
  expect(mail!.text).toContain(`/crypto-payment?order=${order}`)

  await tellShortPayment(counter.db, counter.shop.config, order)
  expect(await receive(counter, user.email)).toHaveLength(1)
  await counter.coins(payment, 'confirm')
  const [, receipt, ...more] = await receive(counter, user.email)
  expect(more).toEqual([])
  expect(receipt!.subject).toBe('Your Loadout order')
  await tellShortPayment(counter.db, counter.shop.config, order)
  expect(await receive(counter, user.email)).toHaveLength(2)
})

test('an email confirms that a late payment was accepted', async () => {
  const { user, order, payment } = await counter.newCryptoOrder('btc')
  await passHour(counter.db, order)
  await recheckPayments(counter.shop)
  expect(await counter.statusOf(order)).toBe('expired')
  expect(await receive(counter, user.email)).toEqual([])
  await counter.coins(payment, 'confirm')
  const [mail, ...others] = await receive(counter, user.email)
  expect(others).toEqual([])
  expect(mail!.subject).toBe('Your late payment to Loadout was accepted')
  expect(mail!.text).toContain('It still counts in full')
  expect(mail!.text).toContain('Total: $19.99')
})

test('a payment made in time is not called late, however long it takes to confirm', async () => {
  const { user, order, payment } = await counter.newCryptoOrder('btc')
  await counter.coins(payment, 'delay')
  await counter.work()
  await counter.db
    .updateTable('orders')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', order)
    .execute()
  await recheckPayments(counter.shop)
  await counter.coins(payment, 'confirm')
  const [mail] = await receive(counter, user.email)
  expect(mail!.subject).toBe('Your Loadout order')
})

test('after the exchange rate expires, the missing amount is given in dollars only', async () => {
  const { user, cookie, order, payment } = await counter.newCryptoOrder('xrp')
  await sql`update orders set expires_at = now() - interval '25 hours' where id = ${order}`.execute(
    counter.db,
  )
  await counter.coins(payment, 'underpay')
  const [mail] = await receive(counter, user.email)
  expect(mail!.subject).toMatch(/^Your Loadout order is waiting for \$8\.\d\d$/)
  expect(mail!.text).toMatch(/Missing: \$8\.\d\d$/m)
  expect(mail!.text).toContain('Coins count at the exchange rate when they arrive.')
  const seen = await counter.call(orders.get, { params: { id: order } }, { cookie })
  expect(seen.body.missing).toEqual({
    amount: expect.closeTo(8, 1),
    pay_amount: null,
    arrived: expect.any(Number),
  })
  const { body } = await counter.call(payments.get, { params: { id: payment! } }, { cookie })
  expect(body.missing).toBeNull()
})
