// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { test } from 'vitest'
import { useDestination } from '../session/origin.ts'
import { renderPages } from '../testing/page.tsx'
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
