import { expect, test } from 'vitest'
import { lifetimeSeconds } from '#contract/wire/terms.ts'
import { timeSentences } from '../users/time-effects.ts'
import { takesTime } from './refund-effects.ts'

const lifetime = { product: 'Night Vision', seconds: lifetimeSeconds, ends_before: null }

test('the effects of refunding a lifetime mention neither a number of days nor its expiry date', () => {
  expect(takesTime([{ ...lifetime, ends_at: '2026-11-01T12:00:00Z', over: true }])).toEqual([
    'Revokes the lifetime of Night Vision: expires now',
  ])
  const later = takesTime([{ ...lifetime, ends_at: '2026-12-01T12:00:00Z', over: false }])
  expect(later[0]).toMatch(/^Revokes the lifetime of Night Vision: expires .*2026/)
  const other = { ...lifetime, seconds: 30 * 86_400, ends_at: null, over: false }
  expect(takesTime([other])).toEqual(['Revokes 30 d of Night Vision: the rest has no expiry date'])
})

test('the effects of revoking a granted lifetime do not mention its expiry date', () => {
  const standing = { next_charge: null, role: false }
  const before = { ...standing, ends_at: '3026-11-01T12:00:00Z', lifetime: true }
  const after = { ...standing, ends_at: null, lifetime: false }
  expect(timeSentences({ seconds: -lifetimeSeconds, before, after })).toEqual([
    'Revokes a lifetime',
    'Expires now',
  ])
})
