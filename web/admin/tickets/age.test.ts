import { expect, test } from 'vitest'
import { type TicketStatus, ticketStatuses } from '#contract/wire/ticket.ts'
import { ageOf } from './age.ts'

const hour = 3_600_000
const now = Date.UTC(2026, 0, 10)
const after = (milliseconds: number, status: TicketStatus = 'open') =>
  ageOf({ status, updated_at: new Date(now - milliseconds).toISOString() }, now)

test('an open ticket is marked after 24 hours and again after 48', () => {
  expect(after(0)).toBeNull()
  expect(after(24 * hour)).toBeNull()
  expect(after(24 * hour + 1)).toBe('over 24 h')
  expect(after(48 * hour)).toBe('over 24 h')
  expect(after(48 * hour + 1)).toBe('over 48 h')
})

test('only open tickets and tickets in progress are marked', () => {
  expect(ticketStatuses.map((status) => after(999 * hour, status))).toEqual([
    'over 48 h',
    'over 48 h',
    null,
    null,
  ])
})
