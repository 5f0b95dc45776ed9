import { expect, test } from 'vitest'
import { describeChange, isUndone } from './describe-change.ts'

test('describes a change in a few words, and a long text by its name', () => {
  expect(describeChange({ banned: false }, { banned: true })).toBe('banned from no to yes')
  expect(
    describeChange({ price: 9.5, discordRoleId: null }, { price: 19.99, discordRoleId: '12' }),
  ).toBe('price from $9.50 to $19.99, Discord role ID from none to “12”')
  expect(
    describeChange({ content: 'x'.repeat(99), length: 99 }, { content: 'y', length: 1, image: 7 }),
  ).toBe('content, image')
})

test('values in Hebrew do not reorder the message', () => {
  expect(describeChange({ name: 'עוזר' }, { name: 'כיוון' })).toBe(
    'name from “\u2068עוזר\u2069” to “\u2068כיוון\u2069”',
  )
})

test('only fields with comparable values count as changed back', () => {
  expect(isUndone('name', 'A', 'A')).toBe(true)
  expect(isUndone('name', 'A', 'B')).toBe(false)
  // The log has only the length of the text of evidence.
  expect(isUndone('customer_name', 3, 3)).toBe(false)
})
