import { expect, test } from 'vitest'
import { kindText } from './kind-text.ts'

test.each([
  ['invoice', null, 'Invoice'],
  ['invoice', 'TEST-CN-5', 'Invoice, follows TEST-CN-5'],
  ['receipt', 'CN-5', 'Receipt, follows CN-5'],
  ['credit_note', 'INV-4', 'Credit note of INV-4'],
  ['cancellation', 'CN-5', 'Cancellation of CN-5'],
] as const)('a document that is %s and names %s is called %s', (kind, corrects, text) => {
  expect(kindText({ kind, corrects })).toBe(text)
})
