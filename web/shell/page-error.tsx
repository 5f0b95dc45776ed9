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
  /** What failed, as a sentence without its full stop. */
  failed?: string
  /** The page around the failure; a page that only has it to say when left out. */
  frame?: (failure: ReactNode) => ReactNode
}

/** A page's failure, shown inside the shell. The crash page is for defects only. */
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

/** What failed and why, and the way to ask again. */
function Failure({ error, failed }: { error: ApiError; failed: string }) {
  const { revalidate, state } = useRevalidator()
  return (
    <ErrorBox onRetry={revalidate} retrying={state === 'loading'}>
      {failureOf(error, failed)}
    </ErrorBox>
  )
}
