import { expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { runs } from '#server/kernel/testing/runs.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { playYear } from './testing/play-year.ts'
import { yearOf } from './testing/year-model.ts'

const counter = await fileFixture(openCounter())

/** For a whole shop: `YEAR_CUSTOMERS=1000 npx vitest run server/selling/renewals/year.test.ts`. */
const count = Number(process.env.YEAR_CUSTOMERS ?? 22)
const seed = Number(process.env.YEAR_SEED ?? 38)
const days = runs(120, 400)

test(`${days} days of ${count} customers are charged, notified and ended by the rules`, async () => {
  const lived = await playYear(counter, { count, days, seed })
  const wrong = lived.filter(({ story, told }) => yearOf(story, days).join() !== told.join())
  for (const { number, story, told } of wrong.slice(0, 12))
    expect.soft(told, `customer ${number}: ${JSON.stringify(story)}`).toEqual(yearOf(story, days))
  expect(wrong.length).toBe(0)
  const happened = new Set(lived.flatMap(({ told }) => told.map(kindOf)))
  const every = ['renewal-soon', 'renewal-failed', 'renewal-ended', 'subscription-ending']
  for (const template of every) expect(happened).toContain(`mail ${template}`)
  // With few customers, not every seed includes each of these actions in time.
  if (process.env.YEAR_SEED) return
  for (const act of ['stop', 'resume', 'replace the card', 'pay', 'confirm'])
    expect(happened).toContain(`${act}: done`)
}, 3_600_000)

/** Removes the day and the amount. */
const kindOf = (line: string) => line.replace(/^\d+ /, '').replace(/ -?\d+$/, '')
