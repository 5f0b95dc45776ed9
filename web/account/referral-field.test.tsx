// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { expect, test } from 'vitest'
import { renderPages } from '../testing/page.tsx'
import { ReferralField } from './referral-field.tsx'

const show = (props: Partial<ComponentProps<typeof ReferralField>>) =>
  renderPages({ '/': () => <ReferralField required={false} code="" readOnly {...props} /> })
const folded = () => screen.queryByText('I have a referral code')?.closest('details')

test('the referral code is folded until the visitor asks for it', async () => {
  const { click } = await show({})
  expect(folded()!.open).toBe(false)
  await click(screen.getByText('I have a referral code'))
  expect(folded()!.open).toBe(true)
})

test.each([
  ['of a link', { code: 'MARA7' }],
  ['that was refused', { error: 'This referral code is not valid' }],
])('a referral code %s is shown', async (_, props) => {
  await show(props)
  expect(folded()!.open).toBe(true)
})

test('a required referral code cannot be folded', async () => {
  await show({ required: true })
  expect(folded()).toBeUndefined()
  expect(screen.getByLabelText('Referral code')).toBeTruthy()
})

function RefusedOnSignUp() {
  const [error, setError] = useState<string>()
  return (
    <>
      <ReferralField required={false} code="AMARA" readOnly {...(error && { error })} />
      <button type="button" onClick={() => setError('This referral code is not valid')}>
        Sign Up
      </button>
    </>
  )
}

test('a refusal opens a field that the visitor folded', async () => {
  const { click } = await renderPages({ '/': RefusedOnSignUp })
  folded()!.open = false
  await click(screen.getByRole('button', { name: 'Sign Up' }))
  expect(folded()!.open).toBe(true)
})
