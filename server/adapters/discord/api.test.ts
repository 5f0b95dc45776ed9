import fc from 'fast-check'
import { expect, test } from 'vitest'
import { auditReason } from './api.ts'

test('a reason of any script is cut after a whole character, to what Discord accepts', () => {
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
