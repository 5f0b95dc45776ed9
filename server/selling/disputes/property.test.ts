import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grantTime } from '#server/access/subscriptions/ledger.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { runs } from '#server/kernel/testing/runs.ts'
import { settleOrder } from '#server/selling/orders/settle.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { refundDesk } from '#server/selling/refunds/testing/bought.ts'
import { passTime } from '#server/selling/renewals/testing/pass-time.ts'
import { disputing } from './testing/disputed.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const { buy, left, opening, say } = disputing(counter)
const admin = await signIn(counter.app, { admin: true })
const desk = refundDesk(counter, admin)

const day = 86_400
/** The time that the test itself takes, plus rounding, in seconds. */
const tolerance = 300

const opened = fc.constantFrom('freeze' as const, 'revoke' as const)
const days = fc.nat({ max: 20 })

/** A second purchase or a gift comes before, during or after the dispute, or never. */
const more = fc.record({
  what: fc.constantFrom('purchase' as const, 'gift' as const, 'nothing' as const),
  when: fc.constantFrom('before' as const, 'meanwhile' as const, 'after' as const),
})
/** How the bank decides for the shop: at once, reported twice, or on appeal. */
const path = fc.constantFrom(
  ['dispute_won'] as const,
  ['disputed', 'disputed', 'dispute_won', 'dispute_won', 'finished'] as const,
  ['dispute_lost', 'dispute_lost', 'dispute_won'] as const,
)

test('a won dispute returns exactly the seconds that it froze', async () => {
  await fc.assert(
    fc.asyncProperty(
      opened,
      days,
      days,
      more,
      path,
      async (setting, used, waiting, { what, when }, heard) => {
        await opening(setting)
        const bought = await buy()
        const { user, product } = bought
        const ofProduct = () => left(user.id, product)
        let given = 0
        async function come(at: typeof when) {
          if (at !== when || what === 'nothing') return
          if (what === 'purchase') await buy(bought, product)
          else
            await grantTime(db, {
              userId: user.id,
              productId: product,
              seconds: 7 * day,
              cause: 'grant',
            })
          given = what === 'purchase' ? 30 * day : 7 * day
        }
        await come('before')
        await passTime(db, user.id, used)
        const before = await ofProduct()
        await settleOrder(db, bought.order, 'disputed')
        const apart = when === 'before' ? given : 0
        // Time that was bought first is used first.
        expect(await ofProduct()).toBeLessThanOrEqual(apart + tolerance)
        await come('meanwhile')
        const meanwhile = await ofProduct()
        await passTime(db, user.id, waiting)
        const spent = meanwhile - (await ofProduct())
        for (const each of heard) await settleOrder(db, bought.order, each)
        await come('after')
        const after = before + (when === 'before' ? 0 : given) - spent
        expect(Math.abs((await ofProduct()) - after)).toBeLessThan(tolerance)
      },
    ),
    { numRuns: runs(12, 40) },
  )
})

/** A dispute of this many cents, and how its bank decides. */
const drawn = fc.record({
  cents: fc.oneof(fc.integer({ min: 1, max: 2500 }), fc.constantFrom(1999, 3998)),
  told: fc.constantFrom(
    ['needs_response', 'lost'] as const,
    ['lost'] as const,
    ['lost', 'needs_response', 'lost'] as const,
    ['warning', 'needs_response', 'under_review', 'lost'] as const,
    ['needs_response', 'won'] as const,
    ['needs_response', 'lost', 'won'] as const,
    ['lost', 'won', 'lost'] as const,
  ),
})
const story = fc.record({
  setting: fc.constantFrom('freeze' as const, 'revoke' as const, 'leave' as const),
  used: days,
  /** Refunded by the shop before, of the first item. */
  refunded: fc.constantFrom(0, 0, 700, 1999),
  disputes: fc.array(drawn, { minLength: 1, maxLength: 3 }),
  /** Which dispute is reported next, and how many times. */
  turns: fc.array(fc.record({ of: fc.nat(2), copies: fc.integer({ min: 1, max: 3 }) })),
})

/** A reference model of what each dispute takes of an order. */
function ruleOf(total: number) {
  const losses = new Map<number, { cents: number; part: boolean }>()
  const sum = (which: (part: boolean) => boolean) =>
    [...losses.values()].reduce((all, { cents, part }) => all + (which(part) ? cents : 0), 0)
  const judge = (of: number, cents: number) => {
    losses.set(of, { cents, part: cents < total - sum(() => true) })
  }
  return {
    lose: (of: number, cents: number) => losses.has(of) || judge(of, cents),
    appeal(of: number) {
      const was = losses.get(of)
      losses.delete(of)
      if (!was?.part) return
      const wholes = [...losses].filter(([, { part }]) => !part)
      for (const [each] of wholes) losses.delete(each)
      for (const [each, { cents }] of wholes.sort(([a], [b]) => a - b)) judge(each, cents)
    },
    parts: () => sum((part) => part),
    whole: () => [...losses.values()].some(({ part }) => !part),
  }
}

test('lost parts add up with refunds, in any order of reports', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ setting, used, refunded, disputes, turns }) => {
      await opening(setting)
      const bought = await desk.buy({ products: 2 })
      await passTime(db, bought.user.id, used)
      const before = 30 * day - used * day
      if (refunded > 0)
        await desk.refund(bought.order, {
          items: [{ id: bought.items[0]!, amount: refunded / 100 }],
          take_time: true,
        })
      const rule = ruleOf(3998 - refunded)
      const next = disputes.map(() => 0)
      const won = new Set<number>()
      // The shop's disputes, in the order in which it learned of them.
      const known: number[] = []
      async function tell(of: number, copies: number) {
        const { cents, told } = disputes[of]!
        const word = told[next[of]!]
        if (!word) return
        next[of]! += 1
        if (!known.includes(of)) known.push(of)
        for (let copy = 0; copy < copies; copy += 1) await say(bought, `${of}`, word, cents)
        if (word === 'lost' && !won.has(of)) rule.lose(known.indexOf(of), cents)
        if (word === 'won') {
          won.add(of)
          rule.appeal(known.indexOf(of))
        }
      }
      for (const { of, copies } of turns) if (of < disputes.length) await tell(of, copies)
      for (let of = 0; of < disputes.length; of += 1)
        while (next[of]! < disputes[of]!.told.length) await tell(of, 1)

      const order = await db
        .selectFrom('orders')
        .select(['payment_status', 'refunded_cents', 'dispute_lost_at'])
        .where('id', '=', bought.order)
        .executeTakeFirstOrThrow()
      expect(order.refunded_cents).toBe(refunded + rule.parts())
      expect(order.payment_status).toBe(rule.whole() ? 'disputed' : 'finished')
      expect(order.dispute_lost_at !== null).toBe(rule.whole())
      if (rule.whole()) {
        for (const product of bought.products) expect(await left(bought.user.id, product)).toBe(0)
        return
      }
      const taken = await db
        .selectFrom('refund_items')
        .innerJoin('refunds', 'refunds.id', 'refund_id')
        .innerJoin('order_items', 'order_items.id', 'order_item_id')
        .select(['refund_items.amount_cents as cents', 'seconds', 'refund_cents', 'product_id'])
        .where('refunds.order_id', '=', bought.order)
        .where('status', '=', 'succeeded')
        .execute()
      for (const { cents, seconds, refund_cents } of taken)
        if (refund_cents < 1999) expect(seconds).toBe(Math.round((30 * day * cents) / 1999))
      const gone = taken.reduce((sum, { seconds }) => sum + seconds, 0)
      expect(await desk.held(bought.order)).toBe(2 * 30 * day - gone)
      // Time that an appeal returns to an expired run starts a new run.
      if (disputes.some(({ told }) => told.some((word) => word === 'won'))) return
      for (const product of bought.products) {
        const shares = taken.filter(({ product_id }) => product_id === product)
        const share = shares.reduce((sum, { seconds }) => sum + seconds, 0)
        const rest = Math.max(0, before - share)
        expect(Math.abs((await left(bought.user.id, product)) - rest)).toBeLessThan(tolerance)
      }
    }),
    { numRuns: runs(12, 40) },
  )
})
