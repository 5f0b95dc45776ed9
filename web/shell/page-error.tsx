import type { ReactNode } from 'react'
import { isRouteErrorResponse, useRevalidator } from 'react-router'
import { failedArrival, whyClosed } from '../api/arrival.ts'
import { ApiError, failureOf } from '../api/error.ts'
import { ErrorBox } from '../ui/notice.tsx'
import { Crash } from './crash.tsx'
import { Head } from './head.tsx'
import { Maintenance } from './maintenance.tsx'
import { Message } from './message.tsx'
import NotFound from './not-found.tsx'
import { NotOpen } from './not-open.tsx'
import { Unavailable } from './unavailable.tsx'

type PageErrorProps = {
  error: unknown
  /** A sentence without its full stop that says what failed. */
  failed?: string
  /** Renders the page around the failure. Without it, the page shows only the failure. */
  frame?: (failure: ReactNode) => ReactNode
}

/** A page's failure, shown inside the shell. The crash page is only for bugs. */
export function PageError({
  error,
  failed = 'This page could not be loaded',
  frame,
}: PageErrorProps) {
  const status = isRouteErrorResponse(error) || error instanceof ApiError ? error.status : 500
  if (status === 404) return <NotFound />
  const closed = whyClosed(error)
  if (closed) return closed === 'not_open' ? <NotOpen /> : <Maintenance />
  const failure = failedArrival(error)
  if (!failure) return <Crash />
  if (!frame && failure.status === 503) return <Unavailable />
  if (frame) return frame(<Failure error={failure} failed={failed} />)
  return (
    <Message title="Page Not Loaded">
      <Head title="Page Not Loaded" />
      <Failure error={failure} failed={failed} />
    </Message>
  )
}

/** The failure with its reason, and a retry button. */
function Failure({ error, failed }: { error: ApiError; failed: string }) {
  const { revalidate, state } = useRevalidator()
  return (
    <ErrorBox onRetry={revalidate} retrying={state === 'loading'}>
      {failureOf(error, failed)}
    </ErrorBox>
  )
}
