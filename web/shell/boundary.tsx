import { useEffect } from 'react'
import { data, Outlet, useRevalidator } from 'react-router'
import { onSessionElsewhere } from '../account/session.ts'
import { closed } from '../api/arrival.ts'
import { maintenanceContext } from '../api/server.ts'
import type { Route } from './+types/boundary'
import { PageError } from './page-error.tsx'

/**
 * Signing in, with what its mails lead to, payments that are under way, the status page, staff and
 * the way out of the news go on while everything else is closed.
 */
const goesOn =
  /^\/(login|verify-email|forgot-password|reset-password|checkout\/success|crypto-payment|status|admin|unsubscribe)(\/|$)/

export function loader({ context, request }: Route.LoaderArgs) {
  const shut = context.get(maintenanceContext) && !goesOn.test(new URL(request.url).pathname)
  if (shut) throw data(closed, 503)
  return null
}

/** What closes while a page is open is told by the calls that the page makes. */
export const shouldRevalidate = () => false

export default function Pages() {
  const { revalidate } = useRevalidator()
  // What one person may see does not stay on the screen after they have signed out in another tab.
  useEffect(() => {
    const stop = onSessionElsewhere(() => void revalidate())
    return () => void stop()
  }, [revalidate])
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageError error={error} />
}
