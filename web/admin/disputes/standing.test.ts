import { expect, test } from 'vitest'
import type { StaffDispute } from '#contract/staff-disputes.ts'
import { answerTold } from './standing.ts'

test('evidence is told to be submitted once the bank has it', () => {
  const told = answerTold('Evidence submitted')
  const dispute = { answer: 'submitted', answered_at: null } as StaffDispute
  expect(told({ ...dispute, asked_error: 'Stripe: 500' })).not.toContain('submitted')
  expect(told({ ...dispute, answered_at: '2026-11-24T04:20:00Z' })).toBe('Evidence submitted')
})
