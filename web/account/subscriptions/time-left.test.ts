import { expect, test } from 'vitest'
import { daysLeft } from './time-left.ts'

const month = { created_at: '2026-01-01T00:00:00.000Z', term_length: 30 * 86_400 }

test.each([
  ['2026-01-01T00:00:00.000Z', 30],
  ['2026-01-01T00:00:01.000Z', 30],
  ['2026-01-02T00:00:00.000Z', 29],
  ['2026-01-30T23:59:59.000Z', 1],
  ['2026-01-31T00:00:00.000Z', 1],
  ['2026-01-31T00:00:01.000Z', null],
])('at %s, a 30-day term has %s days left', (now, days) => {
  expect(daysLeft(month, Date.parse(now))).toBe(days)
})
