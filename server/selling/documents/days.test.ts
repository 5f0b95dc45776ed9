import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atLocal, isoDay, monthIn } from '#contract/wire/time-zone.ts'

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Chatham']

test('a month begins and ends at midnight of the time zone, also with clock changes', () => {
  const { from, until } = monthIn('2026-10', 'Europe/Berlin')
  expect([from.toISOString(), until.toISOString()]).toEqual([
    '2026-09-30T22:00:00.000Z',
    '2026-10-31T23:00:00.000Z',
  ])
  expect(monthIn('2026-12', 'Asia/Kolkata').until.toISOString()).toBe('2026-12-31T18:30:00.000Z')
  // Clocks in New York go back at two, which is later than three in UTC.
  expect(atLocal(Date.UTC(2026, 10, 1, 3), 'America/New_York').toISOString()).toBe(
    '2026-11-01T08:00:00.000Z',
  )
})

test('every moment is in the month of its day, in any time zone', () => {
  const moment = fc.date({
    min: new Date('2020-01-01'),
    max: new Date('2035-01-01'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(moment, fc.constantFrom(...zones), (at, zone) => {
      const day = isoDay(at, zone)
      const { from, until } = monthIn(day.slice(0, 7), zone)
      expect(from <= at && at < until).toBe(true)
      expect(isoDay(from, zone)).toBe(`${day.slice(0, 7)}-01`)
      expect(isoDay(new Date(from.getTime() - 1), zone)).not.toContain(day.slice(0, 7))
    }),
  )
})
