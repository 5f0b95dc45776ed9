import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isRuleKept,
  newPassword,
  newPasswordRules,
  signupPassword,
  signupPasswordRules,
} from './credentials.ts'

const typed = fc.oneof(
  fc.string(),
  fc.string({ maxLength: 300, unit: 'grapheme', size: 'max' }),
  // Around the limits, where a character outside of the basic plane must count as one.
  fc
    .tuple(fc.constantFrom('a', 'A1a', '😀', 'é'), fc.constantFrom(7, 8, 14, 15, 256, 257))
    .map(([unit, length]) => [...unit.repeat(length)].slice(0, length).join('')),
)

test.each([
  ['a sign-up', signupPassword, signupPasswordRules],
  ['a reset', newPassword, newPasswordRules],
])(
  'the password of %s is accepted exactly if it meets the rules that the page shows',
  (_, schema, rules) =>
    fc.assert(
      fc.property(typed, (password) => {
        const broken = rules.find((rule) => !isRuleKept(rule, password))
        expect(schema.safeParse(password).error?.issues[0]?.message).toBe(broken?.error)
      }),
    ),
)
