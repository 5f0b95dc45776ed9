import { expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { runs } from '#server/kernel/testing/runs.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { expectSettled, expectSound } from './testing/adding-up.ts'
import { openLives } from './testing/lives.ts'

/**
 * For thousands of steps: `LIVES_STEPS=5000 LIVES_SEED=7 npx vitest run
 * server/selling/renewals/lives.property.test.ts`.
 */
const steps = Number(process.env.LIVES_STEPS ?? runs(40, 80))
const seed = Number(process.env.LIVES_SEED ?? 1)
/** After this many steps, all open work is finished once. */
const settlesEvery = 40

const counter = await fileFixture(openCounter())

test(`money, time, documents and figures add up after ${steps} random steps`, async () => {
  const lives = await openLives(counter, seed)
  const done: string[] = []
  for (let count = 1; count <= steps; count += 1) {
    done.push(await lives.step())
    const when = `seed ${seed}, step ${count}: ${done.slice(-20).join(', ')}`
    await expectSound(counter, when)
    if (count % settlesEvery > 0) continue
    await lives.settleDown()
    await expectSettled(counter, lives, when)
  }
  const { charges } = await counter.db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('charges'))
    .where('renews_order_id', 'is not', null)
    .where('paid_at', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(Number(charges), 'what is to be proven hardly happened').toBeGreaterThan(steps / 20)
}, 3_600_000)
