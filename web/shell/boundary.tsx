import { data, isRouteErrorResponse, Outlet } from 'react-router'
import { ApiError } from '../api/error.ts'
import { maintenanceContext } from '../api/server.ts'
import type { Route } from './+types/boundary'
import { Crash } from './crash.tsx'
import { Maintenance } from './maintenance.tsx'
import NotFound from './not-found.tsx'

/**
 * Sign-in, the status page, staff and the way out of the news go on while everything else is closed
 * (decision 36).
 */
const goesOn = /^\/(login|status|admin|unsubscribe)(\/|$)/

export function loader({ context, request }: Route.LoaderArgs) {
  const closed = context.get(maintenanceContext) && !goesOn.test(new URL(request.url).pathname)
  if (closed) throw data('The store is under maintenance', 503)
  return null
}

/** What closes while a page is open is told by the calls that the page makes. */
export const shouldRevalidate = () => false

export default function Pages() {
  return <Outlet />
}

/** A page's failure, shown inside the shell. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) || error instanceof ApiError ? error.status : 500
  if (status === 404) return <NotFound />
  if (status === 503) return <Maintenance />
  return <Crash />
}
