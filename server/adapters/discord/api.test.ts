import fc from 'fast-check'
import { expect, test } from 'vitest'
import { auditReason } from './api.ts'

test('a reason in any script is cut between characters to the length that Discord accepts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (reason) => {
      const encoded = auditReason(reason)
      expect(encoded.length).toBeLessThanOrEqual(512)
      expect(reason.startsWith(decodeURIComponent(encoded))).toBe(true)
    }),
  )
  expect(auditReason('Bought Night Vision')).toBe('Bought%20Night%20Vision')
  expect(decodeURIComponent(auditReason('夜'.repeat(400)))).toBe('夜'.repeat(56))
})
