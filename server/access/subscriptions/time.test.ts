import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysOf, isLifetime, isPlan } from '#contract/wire/terms.ts'
import { months } from '#contract/wire/wire.ts'
import { monthsToSeconds, planToSeconds } from './time.ts'

test('terms of 1, 3, 6 and 12 months have the documented number of seconds', () => {
  const table = months.options.map(({ value }) => [value, monthsToSeconds(value)])
  expect(table).toEqual([
    [1, 2_592_000],
    [3, 7_776_000],
    [6, 15_552_000],
    [12, 31_536_000],
  ])
})

test('days and weeks are exact, and only a lifetime is shown as a lifetime', () => {
  const plan = fc
    .tuple(fc.integer({ min: 1, max: 365 }), fc.constantFrom('d', 'w', 'm'))
    .map(([count, unit]) => `${count}${unit}`)
    .filter(isPlan)
  fc.assert(
    fc.property(plan, (one) => {
      expect(planToSeconds(one)).toBe(daysOf(one)! * 86_400)
      expect(isLifetime(planToSeconds(one))).toBe(false)
    }),
  )
  expect(planToSeconds('2w')).toBe(14 * 86_400)
})

test('added or removed time leaves a lifetime, until the lifetime itself is removed', () => {
  const life = planToSeconds('lifetime')
  const entry = fc.integer({ min: 1, max: 1095 * 86_400 })
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const sum = entries.reduce((total, seconds) => total + seconds, life)
      expect(Number.isSafeInteger(sum)).toBe(true)
      expect(isLifetime(sum)).toBe(true)
      expect(isLifetime(sum - life)).toBe(false)
    }),
  )
})
