import { expect, test } from 'vitest'
import { type SignupForm, signupForm } from './signup-form.ts'

const good: SignupForm = {
  username: 'mara.volt',
  email: 'mara@example.com',
  password: 'longenough',
  confirmPassword: 'longenough',
  refcode: '',
  terms: true,
}

const faults = (fields: Partial<SignupForm>, byReferral = false) =>
  signupForm(byReferral)
    .safeParse({ ...good, ...fields })
    .error?.issues.map(({ message }) => message) ?? []

test('accepts a complete form', () => expect(faults({})).toEqual([]))

test('names every empty field', () => {
  expect(faults({ username: ' ', email: '', password: '', confirmPassword: '' })).toEqual([
    'Username is required',
    'Email is required',
    'Password is required',
  ])
})

test('compares the passwords before it measures them, and both before the terms', () => {
  expect(faults({ password: 'short', confirmPassword: 'other', terms: false })).toEqual([
    'Passwords do not match',
  ])
  expect(faults({ password: 'short', confirmPassword: 'short', terms: false })).toEqual([
    'Password must be at least 8 characters long',
  ])
  expect(faults({ terms: false })).toEqual(['Please accept the terms to create an account'])
})

test('asks for a referral code only where nobody comes in without one', () => {
  for (const refcode of ['', ' ', null, undefined]) {
    expect(faults({ refcode })).toEqual([])
    expect(faults({ refcode }, true)).toEqual(['A valid referral code is required'])
  }
  expect(faults({ refcode: 'FRIEND' }, true)).toEqual([])
})
