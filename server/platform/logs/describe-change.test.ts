import { expect, test } from 'vitest'
import { describeChange } from './describe-change.ts'

test('describes a change in a few words, and a long text by its name', () => {
  expect(describeChange({ banned: false }, { banned: true })).toBe('banned from no to yes')
  expect(
    describeChange({ price: 9.5, discordRoleId: null }, { price: 19.99, discordRoleId: '12' }),
  ).toBe('price from $9.50 to $19.99, Discord role ID from none to “12”')
  expect(
    describeChange({ content: 'x'.repeat(99), length: 99 }, { content: 'y', length: 1, image: 7 }),
  ).toBe('content, image')
})
