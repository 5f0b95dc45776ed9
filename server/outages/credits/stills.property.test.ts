import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { giveStillBack } from './give-still.ts'
import { moveStills } from './stills.ts'
import { creditDesk } from './testing/credit-desk.ts'

const shop = await fileFixture(openTestShop())
const admin = await signIn(shop.app, { admin: true })
// All times are relative to this one, so that they match to the millisecond.
const begun = Date.now()
const desk = creditDesk(shop, admin, () => begun)

// A day in minutes that ended an hour ago.
const most = 24 * 60
const hoursAgo = (minute: number) => (most - minute + 60) / 60
const minute = fc.integer({ min: 0, max: most })
const stretch = fc
  .tuple(minute, fc.integer({ min: 1, max: 200 }))
  .map(([from, length]) => ({ from, to: Math.min(most, from + length) }))
  .filter(({ from, to }) => from < to)
const world = fc.record({
  from_minutes: fc.constantFrom(0, 30, 60),
  incidents: fc.array(stretch, { minLength: 1, maxLength: 5 }),
  // An incident that is open during the others and is closed as of an earlier time.
  around: fc.option(stretch),
  // Runs that start before or within the day, and end within or after it.
  runs: fc.array(fc.record({ from: minute, length: fc.integer({ min: 1, max: 3000 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
})

/** A reference model that fills gaps below ten minutes and counts a downtime if long enough. */
function downMinutes(incidents: { from: number; to: number }[], atLeast: number) {
  const down = Array.from({ length: most }, (_, at) =>
    incidents.some(({ from, to }) => from <= at && at < to),
  )
  const filled = down.map((is, at) => {
    if (is) return true
    const before = down.slice(0, at).lastIndexOf(true)
    const after = down.indexOf(true, at)
    return before >= 0 && after >= 0 && after - before - 1 < 10
  })
  return filled.map((is, at) => {
    if (!is) return false
    let [from, to] = [at, at]
    while (filled[from - 1]) from -= 1
    while (filled[to + 1]) to += 1
    return to - from + 1 >= atLeast
  })
}

test('time equals what was granted plus what was frozen, to the second, in any sequence', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ from_minutes, incidents, around, runs }) => {
      const { id: product, repo } = await desk.product({ mode: 'still', from_minutes })
      const made: { user: number; from: number; to: number }[] = []
      // Each freeze really lasted between its start and its end in this test. That time is returned
      // as well.
      let live = 0
      for (const { from, length } of runs) {
        const run = await desk.run(product, hoursAgo(from), length / 60)
        made.push({ user: run.user, from, to: from + length })
      }
      const wholeSince = performance.now()
      const other = around && (await desk.open(repo, hoursAgo(around.from)))
      for (const at of incidents) {
        const opened = performance.now()
        await desk.incident(repo, hoursAgo(at.from), hoursAgo(at.to))
        live += (performance.now() - opened) / 1000 + 1
        await Promise.all([moveStills(shop.db), workJobs(shop)])
      }
      if (other) {
        await desk.close(other, hoursAgo(around.to))
        await Promise.all([moveStills(shop.db), workJobs(shop)])
        live += (performance.now() - wholeSince) / 1000 + 1
      }
      const down = downMinutes(around ? [...incidents, around] : incidents, from_minutes)
      const check = async () => {
        for (const { user, from, to } of made) {
          const lost = down.filter((is, at) => is && from <= at && at < to).length
          const { seconds } = await shop.db
            .selectFrom('time_entries')
            .innerJoin('subscriptions', 'subscriptions.id', 'subscription_id')
            .select(({ fn }) => fn.sum<string>('seconds').as('seconds'))
            .where('user_id', '=', user)
            .executeTakeFirstOrThrow()
          const wanted = (to - from + lost) * 60
          expect(Number(seconds)).toBeGreaterThanOrEqual(wanted)
          expect(Number(seconds)).toBeLessThanOrEqual(wanted + live)
        }
      }
      await check()
      const stills = await shop.db
        .selectFrom('stills')
        .select(['id', 'given_at', 'ended_at'])
        .where('product_id', '=', product)
        .execute()
      expect(stills.filter(({ given_at }) => given_at === null)).toEqual([])
      for (const { id } of stills) await giveStillBack(shop.db, id)
      await workJobs(shop)
      await check()
    }),
    { numRuns: 16 },
  )
})
