import { afterEach, expect, test } from 'vitest'
import { subscriptions } from '#contract/access/subscriptions.ts'
import { lifetimeSeconds } from '#contract/wire/terms.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { disputing } from '#server/selling/disputes/testing/disputed.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { passTime } from '#server/selling/renewals/testing/pass-time.ts'
import { pendingCard, refundDesk } from './testing/bought.ts'

const counter = await fileFixture(openCounter())
const admin = await signIn(counter.app, { admin: true })
const support = await signIn(counter.app, { support: true })
const { buy, held, look, preview, refund, rows } = refundDesk(counter, admin)
const { bank } = disputing(counter)

afterEach(() => counter.reset())

const buyLifetime = () => buy({ plan: 'lifetime' })
type Bought = Awaited<ReturnType<typeof buyLifetime>>

const part = ({ items }: Bought, amount: number, take_lifetime?: boolean) => ({
  items: [{ id: items[0]!, amount }],
  ...(take_lifetime !== undefined && { take_lifetime }),
})
const mine = async ({ cookie }: Bought) =>
  (await counter.call(subscriptions.list, {}, { cookie })).body

test('a refund of a part of a lifetime asks whether it ends the lifetime', async () => {
  const bought = await buyLifetime()
  for (const ask of [preview, refund]) {
    const { status, code } = await ask(bought.order, part(bought, 50))
    expect([status, code]).toEqual([422, 'lifetime_undecided'])
  }
  expect(await rows(bought.order)).toEqual([])
  expect((await refund(bought.order, part(bought, 200))).status).toBe(201)
  expect(await held(bought.order)).toBe(0)
})

test('a refund of a part of a lifetime leaves all of it or takes all of it', async () => {
  const bought = await buyLifetime()
  expect((await preview(bought.order, part(bought, 50, false))).body.time).toEqual([])
  expect((await refund(bought.order, part(bought, 50, false))).status).toBe(201)
  expect(await held(bought.order)).toBe(lifetimeSeconds)
  expect(await mine(bought)).toMatchObject([{ lifetime: true }])

  const told = await preview(bought.order, part(bought, 50, true))
  expect(told.body).toMatchObject({
    whole: false,
    time: [{ seconds: lifetimeSeconds, ends_before: null, over: true }],
  })
  expect((await refund(bought.order, part(bought, 50, true))).status).toBe(201)
  expect(await held(bought.order)).toBe(0)
  expect(await counter.statusOf(bought.order)).toBe('finished')
})

test('a refund of all that is left ends a lifetime while another refund is unanswered', async () => {
  const bought = await buyLifetime()
  await counter.switches({ stripe: { api: 'error' } })
  await refund(bought.order, part(bought, 50, false))
  await counter.switches({ stripe: { api: 'ok' } })
  expect(await rows(bought.order)).toMatchObject([{ status: 'asked' }])
  expect((await refund(bought.order, part(bought, 150))).status).toBe(201)
  expect(await held(bought.order)).toBe(0)
})

test('a failed refund that ended a lifetime restores it', async () => {
  const bought = await buy({ plan: 'lifetime', card: pendingCard })
  const { body } = await refund(bought.order, part(bought, 50, true))
  expect(await held(bought.order)).toBe(0)
  const [row] = await rows(bought.order)
  expect(body.status).toBe('pending')
  await counter.refund(row!.provider_id!, 'fail')
  await counter.work()
  expect(await held(bought.order)).toBe(lifetimeSeconds)
})

test('the refund of a lifetime proposes no unused share', async () => {
  const { order } = await buyLifetime()
  const { refundable } = await look(order)
  expect(refundable!.items).toMatchObject([{ left: 200, unused: null, lifetime: true }])
  const month = await look((await buy()).order)
  expect(month.refundable!.items).toMatchObject([{ unused: 19.99, lifetime: false }])
})

test('a partly lost dispute leaves a lifetime, and staff are asked to review it', async () => {
  const bought = await buyLifetime()
  await bank(bought, 'dispute', { amount: 180 })
  await bank(bought, 'dispute-lost')
  expect(await held(bought.order)).toBe(lifetimeSeconds)
  expect(await mine(bought)).toMatchObject([{ lifetime: true }])
  expect((await look(bought.order)).refunds).toMatchObject([
    { amount: 180, by_bank: true, look_at: true },
  ])
  // The rest of the price ends it.
  expect((await refund(bought.order, part(bought, 20))).status).toBe(201)
  expect(await held(bought.order)).toBe(0)
})

test('a lost dispute of the whole price of a lifetime takes it', async () => {
  const bought = await buyLifetime()
  await bank(bought, 'dispute')
  await bank(bought, 'dispute-lost')
  expect(await held(bought.order)).toBe(0)
})

test('a refunded lifetime ended at its refund, not at its purchase', async () => {
  const bought = await buyLifetime()
  await passTime(counter.db, bought.user.id, 10)
  const from = Date.now() - 60_000
  await refund(bought.order, part(bought, 200))
  const params = { id: String(bought.products[0]) }
  const { body } = await counter.call(subscriptions.ledger, { params }, bought)
  for (const end of [
    body.ends_at,
    body.entries.at(-1)!.ends_at,
    (await mine(bought))[0]!.access_ends_at,
    (await look(bought.order)).time[0]!.ends_at!,
  ])
    expect(Date.parse(end)).toBeGreaterThan(from)
})

test('support cannot refund a part of a lifetime, whatever happens to it, and can refund all of it', async () => {
  const bought = await buyLifetime()
  for (const take_lifetime of [undefined, false, true])
    for (const ask of [preview, refund]) {
      const refused = await ask(bought.order, part(bought, 20, take_lifetime), support)
      expect([refused.status, refused.code]).toEqual([403, 'lifetime_part'])
    }
  expect(await rows(bought.order)).toEqual([])
  const limits = { support_refund_dollars: 500, support_daily_refund_dollars: 500 }
  await counter.db.updateTable('settings').set(limits).execute()
  expect((await refund(bought.order, part(bought, 200), support)).status).toBe(201)
  expect(await held(bought.order)).toBe(0)
})

test('support cannot leave the time of a refund or give its code back, and administrators can', async () => {
  const bought = await buy({ code: 'HELD' })
  const { left } = (await look(bought.order)).refundable!
  for (const ask of [preview, refund]) {
    const leaving = await ask(bought.order, { ...part(bought, left), take_time: false }, support)
    expect([leaving.status, leaving.code]).toEqual([403, 'time_not_taken'])
    const giving = await ask(bought.order, { ...part(bought, left), give_code: true }, support)
    expect([giving.status, giving.code]).toEqual([403, 'code_not_given'])
  }
  const half = { ...part(bought, 1), take_time: false, give_code: true }
  expect((await refund(bought.order, half)).status).toBe(201)
  expect(await counter.usesOf('HELD')).toBe(0)
  expect((await refund(bought.order, part(bought, 1), support)).status).toBe(201)
})
