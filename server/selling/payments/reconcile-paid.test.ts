import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import { afterEach, expect, test } from 'vitest'
import {
  savedCardKind,
  understandStripeEvent,
  understoodTypes,
} from '#server/adapters/payments/stripe-events.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { reconcilePaid } from './reconcile-paid.ts'
import { openCounter } from './testing/counter.ts'

const counter = await fileFixture(openCounter())

afterEach(() => counter.reset())

async function buyByCard() {
  const { user, body } = await counter.newCardOrder()
  await counter.session(body.session_id, 'confirm')
  await counter.work()
  expect(await counter.statusOf(body.order_id)).toBe('finished')
  return { user, order: body.order_id, session: body.session_id }
}

const loseWebhooks = () =>
  counter.switches({
    stripe: { webhooks: { lost: true } },
    nowpayments: { webhooks: { lost: true } },
  })

async function look() {
  await reconcilePaid(counter.shop, { underway: '0 seconds' })
  await counter.work()
}

const foundLost = async () => {
  const entries = await counter.db
    .selectFrom('logs')
    .select('details')
    .where('message', '=', 'Payments updated without their webhooks')
    .execute()
  return entries.length
}

test('the reconciliation finds a card refund whose webhook was lost', async () => {
  const { user, order, session } = await buyByCard()
  await look()
  const before = await foundLost()
  await loseWebhooks()
  await counter.session(session, 'refund')
  await counter.work()
  expect(await counter.statusOf(order)).toBe('finished')
  await look()
  expect(await counter.statusOf(order)).toBe('refunded')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'refund -30'])
  expect(await foundLost()).toBe(before + 1)
  // The refund ended the renewal, and the event for that was lost too.
  await look()
  const all = await foundLost()
  await look()
  expect(await foundLost(), 'what is known is not found again').toBe(all)
})

test('the reconciliation finds new and lost disputes whose webhooks did not arrive', async () => {
  const [open, lost] = [await buyByCard(), await buyByCard()]
  await loseWebhooks()
  for (const { session } of [open, lost]) await counter.session(session, 'dispute')
  await counter.session(lost.session, 'dispute-lost')
  await look()
  expect(await counter.statusOf(open.order)).toBe('disputed')
  expect(await counter.ledger(open.user.id)).toEqual(['purchase 30', 'freeze -30'])
  expect(await counter.statusOf(lost.order)).toBe('disputed')
  expect(await counter.ledger(lost.user.id)).toEqual(['purchase 30', 'freeze -30'])
})

test('the reconciliation finds a crypto refund whose webhook was lost', async () => {
  const { user, body } = await counter.newCryptoOrder()
  await counter.coins(body.id, 'confirm')
  await counter.work()
  await loseWebhooks()
  await counter.coins(body.id, 'refund')
  await look()
  expect(await counter.statusOf(body.order_id), 'asked about a moment ago').toBe('finished')
  await sql`update payments set checked_at = now() - interval '1 day'`.execute(counter.db)
  await look()
  expect(await counter.statusOf(body.order_id)).toBe('refunded')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'refund -30'])
})

test('after an interrupted reconciliation, the next one starts where the last complete one ended', async () => {
  const { order, session } = await buyByCard()
  await loseWebhooks()
  await counter.session(session, 'refund')
  await counter.switches({ stripe: { api: 'error' } })
  await expect(reconcilePaid(counter.shop, { underway: '0 seconds' })).rejects.toThrow('Stripe')
  await counter.reset()
  await look()
  expect(await counter.statusOf(order)).toBe('refunded')
})

test('the reconciliation reads more than one page of events', async () => {
  await buyByCard()
  const card = counter.shop.card!
  await loseWebhooks()
  const account = { userId: 1_000_000, email: 'ann@example.com', before: null }
  const customer = await card.createCustomer(account)
  for (let count = 0; count < 110; count += 1) {
    const { sessionId } = await card.createSession({
      orderId: randomUUID(),
      customer: { id: customer, keepsCard: false },
      items: [{ name: 'A game', priceCents: 1999 }],
      returnUrl: 'http://127.0.0.1/checkout/success',
      expiresAt: new Date(Date.now() + 3_600_000),
    })
    await card.expireSession(sessionId)
  }
  await reconcilePaid(counter.shop, { underway: '0 seconds' })
  const { rows } = await sql`
    select from payment_events where type = 'checkout.session.expired'`.execute(counter.db)
  expect(rows.length).toBe(110)
})

test('the shop understands every event type that it requests', () => {
  expect(understoodTypes.length, 'Stripe lists at most twenty').toBeLessThanOrEqual(20)
  for (const type of understoodTypes) {
    const metadata = { kind: savedCardKind, order_id: 'x' }
    const object = { id: 'x', payment_intent: 'pi', customer: 'cus', metadata }
    const event: unknown = { type, data: { object } }
    expect(understandStripeEvent(event as Stripe.Event).about, type).not.toBe('nothing of ours')
  }
})
