import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { overview } from '#contract/shop/overview.ts'
import { grantTime } from '#server/access/subscriptions/ledger.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { reconcilePaid } from '#server/selling/payments/reconcile-paid.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { randomFrom } from '#server/shop/overview/testing/random.ts'
import { placeRefund } from './place.ts'
import { recheckRefunds } from './recheck.ts'
import { refundDesk } from './testing/bought.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const admin = await signIn(counter.app, { admin: true })
const desk = refundDesk(counter, admin)

afterEach(() => counter.reset())

type Bought = Awaited<ReturnType<typeof desk.buy>> & { given: number }

const cents = (dollars: number) => Math.round(dollars * 100)

/** Finds all refunds that the provider has not reported yet and settles the pending ones. */
async function settleDown() {
  await counter.reset()
  const makeDue = sql`update refunds set checked_at = checked_at - interval '1 day'
    where status in ('asked', 'pending')`
  for (let round = 0; round < 3; round += 1) {
    await makeDue.execute(db)
    await recheckRefunds(db, counter.shop.card!)
    await sql`delete from payment_reconciliations`.execute(db)
    await reconcilePaid(counter.shop, { underway: '-1 minute' })
    await sql`update graphile_worker._private_jobs set run_at = now() where attempts < max_attempts`.execute(
      db,
    )
    await counter.work().catch(() => {})
  }
}

async function check(bought: Bought[]) {
  for (const { order, user, given } of bought) {
    const row = await db
      .selectFrom('orders')
      .innerJoin('payments', 'payments.order_id', 'orders.id')
      .select(['payment_status', 'total_cents', 'refunded_cents', 'provider_reference'])
      .where('orders.id', '=', order)
      .executeTakeFirstOrThrow()
    const refunds = await desk.rows(order)
    const told = await counter.shop.card!.listRefunds(row.provider_reference!)
    const live = told.filter(({ status }) => status === 'pending' || status === 'succeeded')
    const back = live.reduce((sum, { amountCents }) => sum + amountCents, 0)
    expect(row.refunded_cents, order).toBe(back)
    expect(back).toBeLessThanOrEqual(row.total_cents)
    expect(row.payment_status, order).toBe(back === row.total_cents ? 'refunded' : 'finished')
    // The provider has exactly one refund for each that the shop knows.
    expect(refunds.filter(({ provider_id }) => provider_id).length, order).toBe(told.length)
    expect(refunds.filter(({ status }) => status === 'asked')).toEqual([])

    const { rows } = await sql<{ bought: number; taken: number; back: number; term: number }>`
      select (select sum(case months when 1 then 30 when 3 then 90 end) * 86400 from order_items
               where order_id = ${order})::bigint as bought,
             (select coalesce(sum(seconds), 0) from refund_items join refunds on refunds.id = refund_id
               where order_id = ${order} and status in ('pending', 'succeeded'))::bigint as taken,
             (select coalesce(sum(amount_cents), 0) from refunds
               where order_id = ${order} and status in ('pending', 'succeeded'))::bigint as back,
             (select sum(term_length) from subscriptions where user_id = ${user.id})::bigint as term`.execute(
      db,
    )
    const [{ bought: time, taken, back: booked, term }] = rows as [(typeof rows)[0]]
    expect(booked, order).toBe(back)
    expect(term, order).toBe(time + given - taken)
    expect(await desk.held(order), order).toBe(time - taken)
  }
}

test.each([1, 2])('time and money add up in any sequence of actions (%i)', async (seed) => {
  const random = randomFrom(seed)
  const bought: Bought[] = []
  for (let n = 0; n < 4; n += 1) {
    const card = random.below(2) ? '4000000000007726' : '4242424242424242'
    bought.push({ ...(await desk.buy({ products: 1 + random.below(2), card })), given: 0 })
  }
  const webhooks = (webhooks: object) => counter.switches({ stripe: { webhooks } })
  const someParts = async ({ order, items }: Bought) => {
    const { refundable } = await desk.look(order)
    if (!refundable || refundable.left === 0) return undefined
    const parts = refundable.items
      .filter(({ left }) => left > 0 && random.below(3) > 0)
      .map(({ id, left, unused }) => ({
        id,
        amount: random.pick([left, unused || left, (1 + random.below(cents(left))) / 100]),
      }))
    return parts.length > 0 && items.length > 0
      ? { items: parts, left: refundable.left, take_time: true, give_code: true }
      : undefined
  }
  const byStaff = async (each: Bought) => {
    const wanted = await someParts(each)
    if (!wanted) return
    const copies = 1 + random.below(3)
    const answers = await Promise.all(
      Array.from({ length: copies }, () => desk.refund(each.order, wanted)),
    )
    // A refused refund leaves the amount, for example after one in the dashboard.
    const taken = answers.filter(({ status, body }) => status === 201 && body.status !== 'failed')
    expect(taken.length).toBeLessThanOrEqual(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  }
  /** The refund is stored and perhaps accepted by the provider, but the answer is lost. */
  const killed = async (each: Bought) => {
    const wanted = await someParts(each)
    if (!wanted) return
    const id = randomUUID()
    const rest = { stop_renewal: false, reason: 'other' as const, note: '' }
    const items = wanted.items.map((item) => ({ ...item, amount: cents(item.amount) }))
    const staff = { ...admin.user, admin: true, support: false }
    await placeRefund(db, staff, each.order, {
      ...wanted,
      ...rest,
      id,
      items,
      left: cents(wanted.left),
    })
    if (random.below(2)) return
    const payment = await db
      .selectFrom('payments')
      .select('provider_reference')
      .where('order_id', '=', each.order)
      .executeTakeFirstOrThrow()
    const amountCents = items.reduce((sum, { amount }) => sum + amount, 0)
    const paymentIntentId = payment.provider_reference!
    await counter.shop
      .card!.createRefund({ id, paymentIntentId, amountCents, why: 'requested_by_customer' })
      .catch(() => {})
  }
  const decided = async (each: Bought) => {
    const known = (await desk.rows(each.order)).filter(
      ({ provider_id, status }) => provider_id && (status === 'pending' || status === 'succeeded'),
    )
    if (known.length === 0) return
    const action = random.pick(['succeed', 'fail', 'cancel', 'fail'] as const)
    await counter.refund(random.pick(known).provider_id!, action).catch(() => {})
  }
  const happens = [
    byStaff,
    byStaff,
    killed,
    decided,
    decided,
    /** In the dashboard, refund all or a part of the remaining amount. */
    (each: Bought) =>
      counter
        .session(each.session, 'refund', random.below(3) ? { amount: 1 + random.below(4) } : {})
        .catch(() => {}),
    async (each: Bought) => {
      const seconds = 1 + random.below(9_000_000)
      const productId = each.products[0]!
      await grantTime(db, {
        userId: each.user.id,
        productId,
        seconds,
        cause: 'grant',
        actorId: admin.user.id,
      })
      each.given += seconds
    },
    (each: Bought) => counter.session(each.session, 'redeliver'),
    () =>
      webhooks({
        lost: random.below(2) === 0,
        copies: 1 + random.below(3),
        reorder: random.below(2) === 0,
      }),
    () => counter.work().catch(() => {}),
    () => recheckRefunds(db, counter.shop.card!),
  ]
  for (let step = 0; step < 40; step += 1) {
    await random.pick(happens)(random.pick(bought))
    if (step % 20 === 19) {
      await settleDown()
      await check(bought)
    }
  }
  const { body } = await counter.call(overview.figures, {}, admin)
  const { rows } = await sql<{ net: number }>`
    select (select sum(total_cents) from orders where payment_status in ('finished', 'refunded'))
         - (select coalesce(sum(amount_cents), 0) from refunds where status in ('pending', 'succeeded')) as net`.execute(
    db,
  )
  expect(cents(body.gross_total_revenue)).toBe(Number(rows[0]!.net))
})
