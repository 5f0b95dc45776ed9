import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Credited,
  creditFor,
  creditForRest,
  downtimeOf,
  type Interval,
  joined,
  overlap,
  secondsOf,
  shortestGap,
  without,
} from './intervals.ts'

const most = 60
const interval = fc
  .tuple(fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: most }))
  .map(([from, to]): Interval => ({ from, to }))
const intervals = fc.array(interval, { maxLength: 8 })

/** The moments inside the intervals, as a reference for the arithmetic. */
const moments = (some: readonly Interval[]) =>
  Array.from({ length: most }, (_, at) => at).filter((at) =>
    some.some(({ from, to }) => from <= at && at < to),
  )
const isTidy = (some: readonly Interval[]) =>
  some.every(({ from, to }, at) => from < to && (at === 0 || some[at - 1]!.to < from))

test('joined intervals contain the same moments, once and in order', () => {
  fc.assert(
    fc.property(intervals, (some) => {
      const all = joined(some)
      expect(isTidy(all)).toBe(true)
      expect(moments(all)).toEqual(moments(some))
      expect(joined(all)).toEqual(all)
    }),
  )
})

test('closes gaps below the limit, and no others', () => {
  fc.assert(
    fc.property(intervals, fc.integer({ min: 1, max: 12 }), (some, gap) => {
      const all = joined(some, gap)
      expect(all.every(({ from }, at) => at === 0 || from - all[at - 1]!.to >= gap)).toBe(true)
      const added = without(all, some)
      expect(added.every(({ from, to }) => to - from < gap)).toBe(true)
      expect(moments(without(joined(some), all))).toEqual([])
    }),
  )
})

test('separates overlap and remainder moment by moment', () => {
  fc.assert(
    fc.property(intervals, intervals, (some, others) => {
      const inOthers = new Set(moments(others))
      expect(moments(overlap(some, others))).toEqual(moments(some).filter((at) => inOthers.has(at)))
      expect(moments(without(some, others))).toEqual(
        moments(some).filter((at) => !inOthers.has(at)),
      )
      expect(isTidy(without(some, others)) && isTidy(overlap(some, others))).toBe(true)
    }),
  )
})

test('a run is credited each moment once, in any parts and order', () => {
  fc.assert(
    fc.property(interval, fc.array(intervals, { maxLength: 5 }), (run, batches) => {
      let credited: Interval[] = []
      for (const down of batches) {
        const fresh = without(overlap([run], down), credited)
        expect(overlap(fresh, credited)).toEqual([])
        credited = joined([...credited, ...fresh])
      }
      expect(credited).toEqual(overlap([run], batches.flat()))
    }),
  )
})

test('an incident includes those close to it, and counts as nothing if it is too short', () => {
  const minute = 60_000
  const at = (from: number, to: number) => ({ from: from * minute, to: to * minute })
  expect(shortestGap).toBe(10 * minute)
  expect(downtimeOf(at(0, 40), [], 60)).toEqual([])
  expect(downtimeOf(at(0, 60), [], 60)).toEqual([at(0, 60)])
  expect(downtimeOf(at(0, 40), [at(49, 70)], 60)).toEqual([at(0, 70)])
  expect(downtimeOf(at(0, 40), [at(50, 70)], 60)).toEqual([])
  expect(downtimeOf(at(0, 60), [at(30, 90), at(200, 300)], 60)).toEqual([at(0, 90)])
})

test('a credit is at least the loss, less than one unit above it, and grows with it', () => {
  const rounding = fc.constantFrom('second' as const, 'hour' as const, 'day' as const)
  const lost = fc.integer({ min: 1, max: 90 * 86_400 })
  const percent = fc.integer({ min: 100, max: 200 })
  fc.assert(
    fc.property(lost, percent, rounding, (seconds, percent, unit) => {
      const given = creditFor(seconds, percent, unit)
      const size = { second: 1, hour: 3600, day: 86_400 }[unit]
      expect(given % size).toBe(0)
      expect(given).toBeGreaterThanOrEqual(Math.floor((seconds * percent) / 100))
      expect(given - (seconds * percent) / 100).toBeLessThan(size + 1)
      expect(creditFor(seconds + 1, percent, unit)).toBeGreaterThanOrEqual(given)
    }),
  )
  expect(creditFor(100, 150, 'second')).toBe(150)
  expect(creditFor(3601, 100, 'hour')).toBe(7200)
})

test('returns whole seconds', () => {
  expect(secondsOf([{ from: 0, to: 1999 }])).toBe(1)
  expect(
    secondsOf([
      { from: 0, to: 600 },
      { from: 1000, to: 1400 },
    ]),
  ).toBe(1)
})

test('rounds a growing interval once, also if parts were credited and undone', () => {
  const hour = 3_600_000
  const rounding = fc.constantFrom('second' as const, 'hour' as const, 'day' as const)
  // How far the interval grows before and after, and which credits are undone then.
  const seconds = fc.integer({ min: 0, max: 30 * 3600 }).map((n) => n * 1000)
  const step = fc.record({
    before: seconds,
    after: seconds,
    undone: fc.array(fc.nat({ max: 5 }), { maxLength: 2 }),
  })
  const sum = (credited: readonly Credited[]) =>
    [...new Map(credited.map(({ credit, seconds }) => [credit, seconds])).values()].reduce(
      (all, seconds) => all + seconds,
      0,
    )
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 100, max: 200 }),
      rounding,
      (steps, percent, unit) => {
        let credited: Credited[] = []
        let lost = { from: 100 * hour, to: 100 * hour }
        for (const [n, { before, after, undone }] of steps.entries()) {
          credited = credited.filter(({ credit }) => !undone.includes(credit))
          lost = { from: lost.from - before, to: lost.to + after }
          const { fresh, seconds } = creditForRest([lost], credited, percent, unit)
          expect(overlap(fresh, credited)).toEqual([])
          if (seconds === 0) continue
          credited.push(...fresh.map((each) => ({ ...each, credit: n, seconds })))
        }
        expect(sum(credited)).toBe(creditFor(secondsOf([lost]), percent, unit))
      },
    ),
    { numRuns: 1000 },
  )
})

test('counts the earlier credits of a corrected incident in full', () => {
  const hour = 3_600_000
  const at = (from: number, to: number) => ({ from: from * hour, to: to * hour })
  const credited = [{ ...at(0, 3), credit: 1, seconds: 3 * 3600 }]
  expect(creditForRest([at(2, 5)], credited, 100, 'second')).toEqual({
    fresh: [at(3, 5)],
    seconds: 2 * 3600,
  })
})
