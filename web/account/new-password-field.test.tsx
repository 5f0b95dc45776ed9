// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import {
  newPasswordRules,
  type PasswordRule,
  signupPasswordRules,
} from '#contract/wire/credentials.ts'
import { renderPages } from '../testing/page.tsx'
import { NewPasswordField } from './new-password-field.tsx'

afterEach(() => void vi.useRealTimers())

function Field({ rules }: { rules: readonly PasswordRule[] }) {
  const [typed, setTyped] = useState('')
  const onChange = ({ target }: { target: { value: string } }) => setTyped(target.value)
  return <NewPasswordField label="Password" {...{ rules, typed, onChange }} />
}

async function show(rules: readonly PasswordRule[]) {
  await renderPages({ '/': () => <Field rules={rules} /> })
  const fill = (value: string) =>
    fireEvent.change(screen.getByLabelText('Password'), { target: { value } })
  return { fill }
}

const listed = () =>
  screen
    .getAllByRole('listitem')
    .map((item) => [item.textContent, item.querySelector('svg')!.dataset.state])

test('each rule gets its check mark once the password meets it', async () => {
  const { fill } = await show(newPasswordRules)
  fill('nightfall')
  expect(listed()).toEqual([
    ['At least 8 characters, met', 'met'],
    ['One uppercase letter', 'open'],
    ['One lowercase letter, met', 'met'],
    ['One number', 'open'],
    ['Or at least 15 characters of any kind', 'open'],
  ])
  fill('مسبح هادئ تحت الحجارة')
  expect(listed().map(([, state]) => state)).toEqual(['met', 'waived', 'waived', 'waived', 'met'])
})

test('a sign-up shows only the rules of a sign-up', async () => {
  const { fill } = await show(signupPasswordRules)
  expect(listed()).toEqual([['At least 8 characters', 'open']])
  fill('x'.repeat(257))
  expect(listed()).toEqual([
    ['At least 8 characters, met', 'met'],
    ['At most 256 characters', 'open'],
  ])
})

test('screen readers announce the missing rules once, after the user has stopped typing', async () => {
  const { fill } = await show(newPasswordRules)
  vi.useFakeTimers()
  const heard = new Set<string>()
  const [status] = screen.getAllByRole('status') as [HTMLElement]
  const wait = async (milliseconds: number) => {
    await act(() => vi.advanceTimersByTimeAsync(milliseconds))
    if (status.textContent) heard.add(status.textContent)
  }
  for (const typed of ['N', 'Ni', 'Nightfal', 'Nightfall']) {
    fill(typed)
    await wait(300)
  }
  expect([...heard]).toEqual([])
  await wait(1000)
  fill('Nightfall7')
  await wait(1000)
  expect([...heard]).toEqual([
    'Still required: one number.',
    'The length and the characters are fine.',
  ])
})
