import { afterEach, expect, test } from 'vitest'
import { tickets } from '#contract/people/tickets.ts'
import { mostMoments, staffOrders } from '#contract/selling/staff-orders.ts'
import { staffPayments } from '#contract/selling/staff-payments.ts'
import { staffPayouts } from '#contract/selling/staff-payouts.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { buyersAt } from './testing/buyers.ts'

const counter = await fileFixture(openCounter())
const { buyByCard, buyByCrypto, pay } = buyersAt(counter)
const support = await signIn(counter.app, { support: true })
afterEach(() => counter.reset())

const open = async (id: string) =>
  (await counter.call(staffOrders.get, { params: { id } }, support)).body
const ask = (id: string) => counter.call(staffPayments.ask, { params: { id } }, support)

test('an order shows its whole history, also when its customer was deleted', async () => {
  const card = await buyByCard()
  await pay(card)
  await counter.call(
    tickets.add,
    {
      body: {
        title: `Order #${card.order.slice(0, 8)}`,
        content: 'Where is it?',
        category: 'Billing',
      },
    } as never,
    card,
  )
  const order = await open(card.order)
  expect(order).toMatchObject({
    uid: card.user.id,
    username: card.user.username,
    stuck: null,
    can_ask: false,
    list_price: 53.97,
    time: [{ given: 90 * 86_400, taken: 0, held: 0 }],
    payments: [{ provider: 'stripe', card_last4: '4242' }],
  })
  const kinds = order.timeline.map(({ kind }) => kind)
  expect([...new Set(kinds)].sort()).toEqual(
    ['document', 'event', 'log', 'mail', 'order', 'payment', 'ticket', 'time'].sort(),
  )
  expect(order.timeline.filter(({ text }) => text === 'Order placed')).toHaveLength(1)
  const said = order.timeline.map(({ text }) => text)
  expect(said).toContain('Stripe payment started')
  expect(said).toContain(`Card renewal started: ${order.order.items[0]?.name}`)
  const times = order.timeline.map(({ at }) => at)
  expect(times).toEqual(times.toSorted())
  await counter.db
    .updateTable('users')
    .set({ deleted_at: new Date() })
    .where('id', '=', card.user.id)
    .execute()
  expect(await open(card.order)).toMatchObject({ username: 'Deleted user', deleted: true })
  const none = { params: { id: crypto.randomUUID() } }
  expect((await counter.call(staffOrders.get, none, support)).status).toBe(404)
})

test('a coin of several networks has one name in the whole order', async () => {
  const { order, payment } = await counter.newCryptoOrder('usdttrc20')
  await counter.coins(payment, 'underpay')
  await counter.work()
  expect((await open(order)).stuck).toMatch(/^Paid [\d.]+ of [\d.]+ USDT \(TRC20\)\.$/)
  const admin = await signIn(counter.app, { admin: true })
  await counter.call(staffPayouts.offerRest, { params: { id: order }, query: {} }, admin)
  const said = (await open(order)).timeline.map(({ text }) => text)
  expect(said).toContain('Payout of $11.99 in USDT (TRC20) offered')
})

test('shows why an order is stuck, and checking with the provider settles a lost payment', async () => {
  const coins = await buyByCrypto()
  expect((await open(coins.order)).stuck).toMatch(
    /^Nothing has arrived; it can be paid for another/,
  )
  await counter.coins(coins.payment, 'underpay')
  await counter.work()
  expect((await open(coins.order)).stuck).toMatch(/^Paid 0\.\d+ of 0\.\d+ BTC\.$/)

  const card = await buyByCard()
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  await pay(card)
  expect((await open(card.order)).stuck).toMatch(/^A card payment was started and nothing was paid/)
  await counter.switches({ stripe: { api: 'error' } })
  expect(await ask(card.order)).toMatchObject({ status: 502, code: 'provider_unreachable' })
  await counter.switches({ stripe: { api: 'ok' } })
  const settled = await ask(card.order)
  expect(settled.body).toMatchObject({ stuck: null, order: { payment_status: 'finished' } })

  const forged = await buyByCard()
  await counter.switches({ stripe: { webhooks: { lost: false, badSignature: true } } })
  await pay(forged)
  expect((await open(forged.order)).stuck).toMatch(
    /A webhook from Stripe was refused since the order was placed: wrong signature/,
  )
  await counter.db
    .updateTable('payments')
    .set({ asked_error: 'Stripe: no answer' })
    .where('order_id', '=', forged.order)
    .execute()
  expect((await open(forged.order)).stuck).toMatch(
    /^Stripe did not respond \(.*\), retried in \d+ s\./,
  )
})

test('shows an event that cannot be processed with its error', async () => {
  const card = await buyByCard()
  await counter.switches({ stripe: { api: 'error' } })
  await pay(card)
  const { stuck, timeline } = await open(card.order)
  expect(stuck).toMatch(
    /^A provider event \(checkout\.session\.completed\) could not be processed: /,
  )
  expect(stuck).toMatch(/; retried in /)
  expect(timeline.find(({ error }) => error)).toMatchObject({ kind: 'event' })
})

test('an order without a payment has nothing to check', async () => {
  const { user } = await counter.customer()
  const { id } = await counter.db
    .insertInto('orders')
    .values({ user_id: user.id, type: 'crypto', total_cents: 100 })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await ask(id)).toMatchObject({ status: 409, code: 'nothing_to_ask' })
  expect((await open(id)).stuck).toBe('No payment was started.')
})

test('reports a payment that the provider does not know', async () => {
  const coins = await buyByCrypto()
  const { timeline } = await open(coins.order)
  const told = timeline.map(({ text }) => text)
  expect(told.filter((text) => text === 'Order placed')).toHaveLength(1)
  expect(told).toContain('NOWPayments payment started')
  await counter.db
    .updateTable('payments')
    .set({ provider_id: '987654321987' })
    .where('order_id', '=', coins.order)
    .execute()
  expect(await ask(coins.order)).toMatchObject({ status: 409, code: 'payment_unknown' })
})

test('a long history shows the latest entries, and says that earlier ones are left out', async () => {
  const coins = await buyByCrypto()
  expect((await open(coins.order)).timeline_cut).toBe(false)
  const mail = { template: 'order', recipient: 'a@example.com', text_body: '', html_body: '' }
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000)
  await counter.db
    .insertInto('mails')
    .values(
      Array.from({ length: mostMoments }, (_, n) => ({
        ...{ ...mail, user_id: coins.user.id, subject: `Mail ${n + 1}`, created_at: at(n) },
        about: JSON.stringify({ order: coins.order }),
      })),
    )
    .execute()
  const { timeline, timeline_cut } = await open(coins.order)
  expect(timeline_cut).toBe(true)
  expect(timeline).toHaveLength(mostMoments)
  expect(timeline.at(-1)!.text).toBe(`Email: Mail ${mostMoments}`)
  expect(timeline.map(({ text }) => text)).not.toContain('Order placed')
  const times = timeline.map(({ at }) => at)
  expect(times).toEqual(times.toSorted())
})
