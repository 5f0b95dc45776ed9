import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rehearse } from '#server/kernel/database/rehearse.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { creditDesk, day } from '#server/outages/credits/testing/credit-desk.ts'
import { passTime } from '#server/selling/renewals/testing/pass-time.ts'
import { grantTime, revokeTime } from './ledger.ts'
import { endPauses, pauseTime, resumeTime } from './pauses.ts'
import { allowPauses } from './testing/pause.ts'
import { standStill } from './testing/stand-still.ts'

const shop = await fileFixture(openTestShop())
const { db } = shop
const admin = await signIn(shop.app, { admin: true })
const desk = creditDesk(shop, admin)
await allowPauses(db)

const act = (name: string, weight: number, days = fc.constant(0) as fc.Arbitrary<number>) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name), days }),
})
const step = fc.oneof(
  act('pass', 4, fc.integer({ min: 1, max: 6 })),
  act('pause', 4, fc.integer({ min: 1, max: 9 })),
  act('buy', 2, fc.integer({ min: 1, max: 9 })),
  act('resume', 2),
  act('job', 2),
  act('stand', 2),
  act('go on', 2),
  act('revoke', 1),
)

// A second freeze right after the first one, while its time has not been returned yet.
const twice = ['stand', 'pass', 'go on', 'stand', 'buy', 'pass', 'buy', 'go on'].map((what) => ({
  do: what,
  days: 1,
}))

/** A reference model that counts the used days one by one. */
class Model {
  left = 20
  pausedFor = 0
  stands = false
  used = false
  pass(days: number) {
    for (let n = 0; n < days; n += 1) {
      if (this.pausedFor > 0) this.pausedFor -= 1
      else if (!this.stands) this.left = Math.max(0, this.left - 1)
    }
  }
}

test('the remaining time is the unused time to the second, in any sequence', async () => {
  let paused = 0
  let stood = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const { id: product } = await desk.product({ mode: 'still', from_minutes: 0 })
      const { user } = await signIn(shop.app)
      const who = { userId: user.id, productId: product }
      const buy = (days: number) => grantTime(db, { ...who, seconds: days * day, cause: 'grant' })
      await buy(20)
      const model = new Model()
      const still = standStill(db, { productId: product, staff: admin.user.id })
      for (const each of steps) {
        if (model.left === 0 && each.do !== 'go on') continue
        if (each.do === 'pass') {
          await passTime(db, user.id, each.days)
          await still.pass(each.days)
          model.pass(each.days)
        }
        if (each.do === 'pause') {
          const refused = model.used || model.pausedFor > 0 || model.stands
          const answer = await pauseTime(db, { ...who, days: each.days }).catch(() => null)
          expect(answer === null).toBe(refused)
          if (answer) {
            paused += 1
            model.pausedFor = each.days
            model.used = true
          }
        }
        if (each.do === 'resume') {
          const ended = await resumeTime(db, user.id, product).then(
            () => true,
            () => false,
          )
          expect(ended).toBe(model.pausedFor > 0)
          model.pausedFor = 0
        }
        if (each.do === 'job') await endPauses(db)
        if (each.do === 'buy') {
          await buy(each.days)
          model.left += each.days
        }
        if (each.do === 'stand') {
          await still.begin()
          model.stands = true
          stood += 1
        }
        if (each.do === 'go on') {
          await still.end()
          model.stands = false
        }
        if (each.do === 'revoke') {
          const taken = await revokeTime(db, { ...who, actorId: admin.user.id })
          const seconds = taken[0]?.seconds ?? 0
          expect(Math.abs(seconds - model.left * day)).toBeLessThan(300)
          model.left = 0
          model.pausedFor = 0
          continue
        }
        if (model.left > 0) expect(Math.abs((await left(who)) - model.left * day)).toBeLessThan(300)
      }
    }),
    { numRuns: 40, examples: [[twice]] },
  )
  expect(paused, 'what is to be proven hardly happened').toBeGreaterThan(10)
  expect(stood).toBeGreaterThan(5)
})

/** Returns the time that a revocation would take. */
async function left({ userId, productId }: { userId: number; productId: number }) {
  const taken = await rehearse(db, (tx) =>
    revokeTime(tx, { userId, productId, actorId: admin.user.id }),
  )
  return taken[0]?.seconds ?? 0
}
