import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Courier } from '../courier.ts'
import { openStore } from '../store.ts'
import { paySession } from './checkout.ts'
import { createPaymentMethod } from './payment-methods.ts'
import { readParams, sessionCreate } from './session-params.ts'
import { createSession, readSession } from './sessions.ts'
import { passTime } from './settle.ts'
import { createWorld, type World } from './world.ts'

let world: World
let sent: string[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-31T12:00:00Z') })
  sent = []
  const courier = { send: ({ topic }: { topic: string }) => sent.push(topic) }
  world = createWorld(openStore(), courier as unknown as Courier, { url: 'http://localhost/' })
})
afterEach(() => void vi.useRealTimers())

function open() {
  const item = 'line_items[0][price_data]'
  const params = readParams(
    sessionCreate,
    `mode=payment&ui_mode=elements&return_url=http://localhost/&customer_email=a@example.com&${item}[currency]=usd&${item}[product_data][name]=x&${item}[unit_amount]=1999`,
  )
  return createSession(world, params).session.id
}

function pay(id: string, number: string) {
  const card = { number, expMonth: 1, expYear: 2040, country: 'US', postalCode: null }
  paySession(world, id, createPaymentMethod(world, card))
}

function wait(seconds: number) {
  vi.setSystemTime(Date.now() + seconds * 1000)
  sent.splice(0)
  passTime(world)
}

test('a session that nobody pays expires at its time, and once', () => {
  const id = open()
  wait(86_399)
  expect(sent).toEqual([])
  wait(1)
  expect(sent).toEqual(['checkout.session.expired'])
  expect(readSession(world, id).session.status).toBe('expired')
  wait(60)
  expect(sent).toEqual([])
})

test.each([
  ['4000000000006660', 'paid', 'checkout.session.async_payment_succeeded'],
  ['4000000000008880', 'unpaid', 'checkout.session.async_payment_failed'],
])('a slow card %s leaves the session %s after a while', (number, status, event) => {
  const id = open()
  pay(id, number)
  expect(readSession(world, id).session).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
  })
  wait(15)
  expect(sent.at(-1)).toBe(event)
  expect(readSession(world, id).session.payment_status).toBe(status)
})

test('events are kept for 30 days, however many there are', () => {
  const session = readSession(world, open()).session
  for (let n = 0; n < 5100; n += 1)
    world.emit('checkout.session.completed', session, { subject: session.id })
  const [oldest] = world.events.all()
  expect(world.events.all()).toHaveLength(5100)
  wait(30 * 86_400)
  world.emit('checkout.session.completed', session, { subject: session.id })
  expect(world.events.get(oldest!.id)).toEqual(oldest)
  wait(1)
  world.emit('checkout.session.completed', session, { subject: session.id })
  expect(world.events.all().length).toBeLessThanOrEqual(3)
})
