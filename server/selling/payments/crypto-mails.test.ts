import { expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { receive } from '#server/kernel/testing/mailbox.ts'
import { tellShortPayment } from '#server/selling/orders/short-payment.ts'
import { recheckPayments } from './reconcile.ts'
import { openCounter } from './testing/counter.ts'
import { passHour } from './testing/pass-hour.ts'

const counter = await fileFixture(openCounter())

test('a payment that fell short says what is missing and how to complete it, once', async () => {
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

test('late money is confirmed as such', async () => {
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

test('money in time is not called late, however long it takes to confirm', async () => {
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
