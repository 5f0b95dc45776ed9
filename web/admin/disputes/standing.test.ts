import { expect, test } from 'vitest'
import type { StaffDispute } from '#contract/selling/staff-disputes.ts'
import { answerTold, evidenceHint, standingOf } from './standing.ts'

test('the toast says that evidence was submitted only once the bank has it', () => {
  const told = answerTold('Evidence submitted')
  const dispute = { answer: 'submitted', answered_at: null } as StaffDispute
  expect(told({ ...dispute, asked_error: 'Stripe: 500' })).not.toContain('submitted')
  expect(told({ ...dispute, answered_at: '2026-11-24T04:20:00Z' })).toBe('Evidence submitted')
})

test('after the due date the page says that the deadline has passed', () => {
  const dispute = {
    ...{ state: 'needs_response', answer: null, asked_error: null },
    ...{ due_at: '2026-11-24T04:20:00Z', collected_at: '2026-11-20T00:00:00Z' },
  } as StaffDispute
  const at = (time: string) => standingOf(dispute, Date.parse(time))
  expect(at('2026-11-24T04:19:00Z')).toBeNull()
  expect(at('2026-11-24T04:21:00Z')).toContain('The deadline to respond has passed')
})

test('a decided dispute says who submitted the evidence', () => {
  const dispute = {
    ...{ state: 'lost', answer: 'submitted', answered_by: 'support' },
    answered_at: '2026-11-24T04:20:00Z',
  } as StaffDispute
  expect(standingOf(dispute, 0)).toContain('support submitted the evidence')
  expect(standingOf({ ...dispute, answer: null, answered_at: null }, 0)).not.toContain('submitted')
})

test('the page of a submitted dispute does not say that nothing is sent', () => {
  expect(evidenceHint({ answerable: true })).toContain('Nothing is sent')
  expect(evidenceHint({ answerable: false })).not.toContain('Nothing is sent')
})
