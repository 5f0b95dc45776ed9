import { Store } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { settings } from '#contract/platform/settings.ts'
import { can } from '#contract/wire/capabilities.ts'
import { useAsk, useNewest } from '../api/ask.ts'
import { useSession } from '../session/session.ts'

const every = 60_000
const changes = new EventTarget()

type State = { closed: boolean; opened: boolean }

/** Updates the bar of the administrator after closing or opening the shop. */
export const tellClosed = (closed: boolean) =>
  changes.dispatchEvent(new CustomEvent<State>('closed', { detail: { closed, opened: true } }))

/** Tells staff that visitors cannot see the store, because staff can. */
export function ClosedBar() {
  const user = useSession()
  const { closed, opened } = useClosed(Boolean(user && can(user, 'use_back_office')))
  if (!user || !closed) return null
  return (
    <aside aria-label="Store closed" className="border-danger/30 border-b bg-[#21100e] text-danger">
      <div className="page flex min-h-10 flex-wrap items-center gap-x-5 gap-y-0.5 py-2 text-sm">
        <span className="flex items-center gap-2">
          <Store size={16} aria-hidden="true" className="shrink-0" />
          <strong className="font-[650]">
            {opened ? 'The store is closed' : 'The shop is not open yet'}
          </strong>
        </span>
        <span className="text-soft">
          {opened
            ? 'Only staff can see it. Visitors get the maintenance page.'
            : 'Only staff can see it. Visitors read that it opens soon.'}
        </span>
        {user.admin && (
          <Link
            to={opened ? '/admin/settings' : '/setup'}
            className="underline decoration-danger/50 underline-offset-4 hover:decoration-danger sm:ml-auto"
          >
            {opened ? 'Reopen the store' : 'Continue the setup'}
          </Link>
        )}
      </div>
    </aside>
  )
}

const open: State = { closed: false, opened: true }

const wire = { method: 'GET', path: '/admin/settings/closed' } as const

function useClosed(staff: boolean): State {
  const [told, setTold] = useState<State>()
  const { answer } = useAsk<typeof settings.closed>(wire, staff ? undefined : null, {
    every: staff ? every : undefined,
    // A server process may use the old settings for a moment, so do not request the state at once.
    ...(told && { loaded: told }),
    background: true,
  })
  const [state] = useNewest(told ?? open, answer)
  useEffect(() => {
    const hear = (event: Event) => setTold((event as CustomEvent<State>).detail)
    changes.addEventListener('closed', hear)
    return () => changes.removeEventListener('closed', hear)
  }, [])
  return staff ? state : open
}
