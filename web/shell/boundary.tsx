import { useEffect } from 'react'
import { Outlet, useRevalidator } from 'react-router'
import { closedAnswer } from '../api/arrival.ts'
import { closedContext } from '../api/server.ts'
import { onSessionElsewhere } from '../session/session.ts'
import type { Route } from './+types/boundary'
import { PageError } from './page-error.tsx'

/** Signing in, with what its mails lead to, setting up and staff go on however closed the store is. */
const always = 'login|verify-email|forgot-password|reset-password|setup|admin'

/**
 * Under maintenance so do payments that are under way, orders with their documents, the status page,
 * what a mail leads out of (the news, a renewal), and what the law wants to be readable at any time.
 */
const meanwhile =
  'checkout/success|crypto-payment|orders|status|unsubscribe|stop-renewal|payout|terms|refunds|privacy'

const goesOn = {
  not_open: new RegExp(`^/(${always})(/|$)`),
  maintenance: new RegExp(`^/(${always}|${meanwhile})(/|$)`),
}

export function loader({ context, request }: Route.LoaderArgs) {
  const why = context.get(closedContext)
  if (why && !goesOn[why].test(new URL(request.url).pathname)) throw closedAnswer(why)
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
