import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { settleOrder } from '#server/orders/settle.ts'
import { openCounter } from '#server/payments/testing/counter.ts'
import { passTime } from '#server/renewals/testing/pass-time.ts'
import { grantTime } from '#server/subscriptions/ledger.ts'
import { disputing } from './testing/disputed.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const { buy, left, opening } = disputing(counter)

const day = 86_400
/** What a test itself takes, and the part of a second that is rounded up, in seconds. */
const tolerance = 20

const opened = fc.constantFrom('freeze' as const, 'revoke' as const)
const days = fc.nat({ max: 20 })

/** A second purchase or a gift comes before, while or after the order is disputed, or never. */
const more = fc.record({
  what: fc.constantFrom('purchase' as const, 'gift' as const, 'nothing' as const),
  when: fc.constantFrom('before' as const, 'meanwhile' as const, 'after' as const),
})
/** How the bank gets to its yes: at once, told twice, or by an appeal. */
const path = fc.constantFrom(
  ['dispute_won'] as const,
  ['disputed', 'disputed', 'dispute_won', 'dispute_won', 'finished'] as const,
  ['dispute_lost', 'dispute_lost', 'dispute_won'] as const,
)

test('seconds before a dispute are seconds after it is won', async () => {
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
    { numRuns: 40 },
  )
}, 120_000)
