import { expect, test } from 'vitest'
import { passwordChoice } from './new-password.ts'

test.each([
  ['', '', 'new_password', 'Password must be at least 8 characters long'],
  ['abc', 'xyz', 'new_password', 'Password must be at least 8 characters long'],
  ['lowercase', 'other', 'new_password', 'Password must contain at least one uppercase letter'],
  ['12345678', '12345678', 'new_password', 'Password must contain at least one uppercase letter'],
  ['UPPERCASE', 'UPPERCASE', 'new_password', 'Password must contain at least one lowercase letter'],
  ['NoNumbers', 'other', 'new_password', 'Password must contain at least one number'],
  ['Nightfall7', 'nightfall7', 'confirm', 'Passwords do not match'],
])(
  'the password %j repeated as %j gets only the first error',
  (password, confirm, field, message) => {
    const { error } = passwordChoice.safeParse({ new_password: password, confirm })
    expect(error?.issues.map((issue) => [issue.path, issue.message])).toEqual([[[field], message]])
  },
)

test.each(['Nightfall7', 'quiet river under stones'])(
  'the password %j is accepted if it is repeated',
  (password) => {
    const choice = { new_password: password, confirm: password }
    expect(passwordChoice.safeParse(choice).success).toBe(true)
  },
)
