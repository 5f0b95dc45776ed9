import { useEffect } from 'react'
import { Outlet, useRevalidator } from 'react-router'
import { closedAnswer } from '../api/arrival.ts'
import { closedContext } from '../api/server.ts'
import { onSessionElsewhere } from '../session/session.ts'
import type { Route } from './+types/boundary'
import { PageError } from './page-error.tsx'

/**
 * Pages that work even while the store is closed: signing in and the links in its mails, the setup,
 * and the back-office.
 */
const always = 'login|verify-email|forgot-password|reset-password|setup|admin'

/**
 * Pages that also work during maintenance: pending payments, orders with their documents, the
 * status page, opting out by a link in a mail (the news, a renewal), and the pages that the law
 * requires to be readable at any time.
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

/** If the store closes while a page is open, the calls of the page report it. */
export const shouldRevalidate = () => false

export default function Pages() {
  const { revalidate } = useRevalidator()
  // A page for one user must not stay on the screen after they have signed out in another tab.
  useEffect(() => {
    const stop = onSessionElsewhere(() => void revalidate())
    return () => void stop()
  }, [revalidate])
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageError error={error} />
}
