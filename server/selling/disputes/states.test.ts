import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DisputeState, disputeStates } from '#contract/selling/disputes.ts'
import type { ToldDispute } from '#server/adapters/payments/card-provider.ts'
import { advanceDispute, isClosed, observedOf } from './states.ts'

const told = fc.constantFrom<ToldDispute>(
  'warning',
  'needs_response',
  'under_review',
  'appealed',
  'won',
  'lost',
  'withdrawn',
)
const all = fc.array(told, { minLength: 1, maxLength: 12 })

const after = (heard: readonly ToldDispute[]) =>
  heard.reduce<DisputeState | undefined>(advanceDispute, undefined)!

test('a repeated report changes nothing', () => {
  fc.assert(
    fc.property(all, (heard) => {
      expect(after(heard.flatMap((each) => [each, each]))).toBe(after(heard))
    }),
  )
})

test('a dispute never moves back, and only a loss can be reversed', () => {
  const rank: Record<DisputeState, number> = {
    warning: 0,
    needs_response: 1,
    under_review: 2,
    lost: 3,
    withdrawn: 4,
    won: 4,
  }
  fc.assert(
    fc.property(all, told, (heard, then) => {
      const before = after(heard)
      const now = advanceDispute(before, then)
      expect(rank[now]).toBeGreaterThanOrEqual(rank[before])
      if (isClosed(before) && now !== before) expect([before, now]).toEqual(['lost', 'won'])
    }),
  )
})

test('a dispute ends as its last step says, in any order of reports', () => {
  const steps = fc.constantFrom<ToldDispute>('warning', 'needs_response', 'under_review')
  const end = fc.constantFrom<'won' | 'lost' | 'withdrawn'>('won', 'lost', 'withdrawn')
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 6 }), end, fc.nat(), (heard, last, at) => {
      const place = at % (heard.length + 1)
      expect(after([...heard.slice(0, place), last, ...heard.slice(place)])).toBe(last)
    }),
  )
})

test('an order is disputed while one dispute is open, in any state of the others', () => {
  const states = fc.array(fc.constantFrom(...disputeStates), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(states, (of) => {
      const open = of.some((state) => state === 'needs_response' || state === 'under_review')
      expect(observedOf('finished', of) === 'disputed').toBe(open)
      if (!open && of.includes('lost')) expect(observedOf('finished', of)).toBe('dispute_lost')
      expect(observedOf('waiting', of)).toBe('waiting')
    }),
  )
})
