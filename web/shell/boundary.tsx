import { isRouteErrorResponse, Outlet } from 'react-router'
import { ApiError } from '../api/error.ts'
import type { Route } from './+types/boundary'
import { Crash } from './crash.tsx'
import { Maintenance } from './maintenance.tsx'
import NotFound from './not-found.tsx'

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
