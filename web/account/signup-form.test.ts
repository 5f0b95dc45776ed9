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

test('a complete form is accepted', () => expect(faults({})).toEqual([]))

test('every empty field and the unaccepted terms get an error', () => {
  const empty = { username: ' ', email: '', password: '', confirmPassword: '', terms: false }
  expect(faults(empty)).toEqual([
    'Username is required',
    'Email is required',
    'Password is required',
    'Please accept the terms to create an account',
    'Please repeat the password',
  ])
})

test('password errors are reported together with the errors of other fields', () => {
  expect(faults({ username: '', password: 'short', confirmPassword: '', terms: false })).toEqual([
    'Username is required',
    'Password must be at least 8 characters long',
    'Please accept the terms to create an account',
    'Passwords do not match',
    'Please repeat the password',
  ])
  expect(faults({ password: 'short', confirmPassword: 'short' })).toEqual([
    'Password must be at least 8 characters long',
  ])
  expect(faults({ confirmPassword: 'other' })).toEqual(['Passwords do not match'])
})

test('a referral code is required only if registration requires one', () => {
  for (const refcode of ['', ' ', null, undefined]) {
    expect(faults({ refcode })).toEqual([])
    expect(faults({ refcode }, true)).toEqual(['A valid referral code is required'])
  }
  expect(faults({ refcode: 'FRIEND' }, true)).toEqual([])
})
