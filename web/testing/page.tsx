import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import {
  createRoutesStub,
  type NavigateFunction,
  Outlet,
  useLocation,
  useNavigate,
} from 'react-router'
import { expect, onTestFinished } from 'vitest'
import type { PublicConfig } from '#contract/platform/public-config.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { giveUpWork } from '../api/unsaved.ts'
import { dropAllDrafts } from '../drafts.ts'
import { setSession } from '../session/session.ts'
import { Leaving } from '../shell/leaving.tsx'
import { useSessionEnd } from '../shell/session-end.ts'
import { currentToasts, dismissToast } from '../ui/toast.ts'
import { Toaster } from '../ui/toaster.tsx'
import { usualConfig } from './config.ts'
import { fillJsdomGaps } from './jsdom-gaps.ts'

// This limit only ends tests that hang. A busy machine can take ten times as long as a quiet one.
configure({ asyncUtilTimeout: 30_000 })

/** A staff member with all permissions. */
export const admin: Me = {
  uid: 1,
  username: 'ada',
  email: 'ada@example.com',
  admin: true,
  support: false,
  created_at: '2026-01-01T00:00:00Z',
}

type PageModule = {
  // biome-ignore lint/suspicious/noExplicitAny: each page has its own type of props
  default: ComponentType<any>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  clientLoader?: (args: any) => unknown
  // biome-ignore lint/suspicious/noExplicitAny: as above
  ErrorBoundary?: ComponentType<any>
}

type PageOptions = {
  /** The address to open. By default, the first path. */
  at?: string
  /** The signed-in user. `unknown`: the page asks the API. */
  user?: Me | null | 'unknown'
  config?: Partial<PublicConfig>
  onPhone?: boolean
}

/** Where the user is. One page is open at a time. */
let place: { address: string; navigate: NavigateFunction }

function Frame() {
  useSessionEnd()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  place = { address: pathname + search, navigate }
  return (
    <>
      <Outlet />
      <Leaving />
      <Toaster />
    </>
  )
}

const Nothing = () => null

/**
 * Opens pages by their paths, with the parts of the shell that forms depend on: the question about
 * unsaved changes, the toasts and the redirect to the sign-in. Returns the user's mouse and keyboard.
 */
export async function renderPages(
  pages: Record<string, PageModule | ComponentType>,
  { at = Object.keys(pages)[0]!, user: me = admin, config, onPhone }: PageOptions = {},
) {
  fillJsdomGaps({ onPhone })
  setSession(me === 'unknown' ? (undefined as never) : me)
  const children = Object.entries(pages).map(([path, page]) =>
    typeof page === 'function'
      ? { path, Component: page }
      : {
          path,
          Component: page.default,
          HydrateFallback: Nothing,
          ...(page.clientLoader && { loader: page.clientLoader }),
          ...(page.ErrorBoundary && { ErrorBoundary: page.ErrorBoundary }),
        },
  )
  const data = { config: { ...usualConfig, ...config } }
  const root = { id: 'root', path: '/', Component: Frame, loader: () => data, children }
  const Site = createRoutesStub([root])
  onTestFinished(() => {
    cleanup()
    giveUpWork()
    dropAllDrafts()
    for (const { id } of currentToasts()) dismissToast(id)
  })
  render(<Site initialEntries={[at]} hydrationData={{ loaderData: { root: data } }} />)
  const user = userEvent.setup({ delay: null })
  return {
    ...user,
    /** Clicks the button once it is there and nothing is pending. */
    async submit(name: string) {
      const button = await screen.findByRole('button', { name })
      await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'))
      await user.click(button)
    },
    /** Goes to an address, or a number of steps through the history. */
    go: (to: string | number) => act(async () => place.navigate(to as string)),
    address: () => place.address,
  }
}

/** Closes a modal dialog by Escape, which jsdom does not do. */
export function pressEscape() {
  fireEvent(screen.getAllByRole('dialog').at(-1)!, new Event('cancel', { cancelable: true }))
}
