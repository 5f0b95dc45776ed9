// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { onTestFinished, test } from 'vitest'
import { useDestination } from '../session/origin.ts'
import { renderPages } from '../testing/page.tsx'
import { replaceAddress } from '../use-address.ts'
import { UserMenu } from './user-menu.tsx'

function SignIn() {
  return (
    <>
      <UserMenu />
      <p>{`Returns to ${useDestination().origin}`}</p>
    </>
  )
}
const pages = {
  '/': UserMenu,
  '/product/:id': UserMenu,
  '/login': SignIn,
  '/signup': SignIn,
}

test.each([
  ['/product/3?plan=6m#terms', '/product/3?plan=6m#terms'],
  ['/login?origin=/checkout', '/checkout'],
  ['/', null],
])('the links of the header at %s return to %s after the sign-in', async (at, origin) => {
  const { click } = await renderPages(pages, { at, user: null })
  await click(screen.getByRole('link', { name: 'Sign In' }))
  await screen.findByText(`Returns to ${origin}`)
  await click(screen.getByRole('link', { name: 'Sign Up' }))
  await screen.findByText(`Returns to ${origin}`)
})

test('the links return to the page with the filters that it has written into its URL', async () => {
  const before = window.location.href
  onTestFinished(() => window.history.replaceState(null, '', before))
  window.history.replaceState(null, '', '/product/3')
  const { click } = await renderPages(pages, { at: '/product/3', user: null })
  act(() => replaceAddress('/product/3?plan=6m'))
  await click(screen.getByRole('link', { name: 'Sign In' }))
  await screen.findByText('Returns to /product/3?plan=6m')
})
