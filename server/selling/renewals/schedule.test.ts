import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { givesUpAt, isHard, morningOf, nextTry, type Schedule } from './schedule.ts'

const berlin: Schedule = { retryDays: [1, 3, 5, 7], giveUpDays: 14, timeZone: 'Europe/Berlin' }

test('a payment is retried on four mornings, and on no other', () => {
  const failed = new Date('2026-03-27T12:30:00Z')
  const tries: string[] = []
  for (let now = failed; ; ) {
    const next = nextTry(failed, now, berlin)
    if (!next) break
    tries.push(next.toISOString())
    now = next
  }
  // Daylight saving time starts on 29 March in this time zone.
  expect(tries).toEqual([
    '2026-03-28T08:00:00.000Z',
    '2026-03-30T07:00:00.000Z',
    '2026-04-01T07:00:00.000Z',
    '2026-04-03T07:00:00.000Z',
  ])
})

test('no retry is at or after the deadline', () => {
  const failed = new Date('2026-01-01T12:00:00Z')
  const short = { ...berlin, giveUpDays: 3 }
  const now = new Date('2026-01-03T00:00:00Z')
  expect(nextTry(failed, now, short)?.toISOString()).toBe('2026-01-04T08:00:00.000Z')
  expect(nextTry(failed, givesUpAt(failed, short), short)).toBeNull()
})

test('every retry is in the future, in the morning, and before the deadline, in any time zone', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland']
  const at = fc.date({
    min: new Date('2025-01-01T00:00:00Z'),
    max: new Date('2030-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(
      at,
      fc.nat(20 * 86_400_000),
      fc.constantFrom(...zones),
      (failed, later, timeZone) => {
        const now = new Date(failed.getTime() + later)
        const next = nextTry(failed, now, { ...berlin, timeZone })
        if (!next) return
        expect(next.getTime()).toBeGreaterThan(now.getTime())
        expect(next.getTime()).toBeLessThan(givesUpAt(failed, berlin).getTime())
        const hour = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' })
        expect(hour.format(next)).toBe('09')
        expect(morningOf(next, timeZone)).toEqual(next)
      },
    ),
  )
})

test('the bank’s response decides whether the same card is retried', () => {
  const declined = {
    status: 'declined',
    paymentIntentId: null,
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    adviceCode: null,
    message: '',
  } as const
  expect(isHard(declined)).toBe(false)
  expect(isHard({ ...declined, adviceCode: 'try_again_later' })).toBe(false)
  expect(isHard({ ...declined, adviceCode: 'do_not_try_again' })).toBe(true)
  expect(isHard({ ...declined, declineCode: 'stolen_card' })).toBe(true)
  expect(isHard({ ...declined, declineCode: null, code: 'expired_card' })).toBe(true)
})
