import { expect, test } from 'vitest'
import { passwordChoice } from './new-password.ts'

test.each([
  ['', '', 'password', 'Password must be at least 8 characters long'],
  ['abc', 'xyz', 'password', 'Password must be at least 8 characters long'],
  ['lowercase', 'other', 'password', 'Password must contain at least one uppercase letter'],
  ['12345678', '12345678', 'password', 'Password must contain at least one uppercase letter'],
  ['UPPERCASE', 'UPPERCASE', 'password', 'Password must contain at least one lowercase letter'],
  ['NoNumbers', 'other', 'password', 'Password must contain at least one number'],
  ['Nightfall7', 'nightfall7', 'confirm', 'Passwords do not match'],
])('%j repeated as %j is told one fault', (password, confirm, field, message) => {
  const { error } = passwordChoice.safeParse({ password, confirm })
  expect(error?.issues.map((issue) => [issue.path, issue.message])).toEqual([[[field], message]])
})

test('accepts a good password that is repeated', () =>
  expect(passwordChoice.safeParse({ password: 'Nightfall7', confirm: 'Nightfall7' }).success).toBe(
    true,
  ))
