import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { PaymentStatus } from '#contract/selling/orders.ts'
import { payments } from '#contract/selling/payments.ts'
import { api } from '../api/client.ts'
import { ApiError, isForTheShell, isMissing } from '../api/error.ts'
import { useLastGood, usePolling } from '../api/polling.ts'
import { awayFrom } from '../away.ts'
import { clearCart } from '../cart/cart.ts'
import { asUser } from '../session/session.ts'
import { Head } from '../shell/head.tsx'
import { PageNeedsScripts } from '../shell/needs-scripts.tsx'
import { tab } from '../storage.ts'
import { ErrorBox } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { Route } from './+types/success'
import { type Paid, paidTitles, SuccessOutcome } from './success-outcome.tsx'

const pollEvery = 3000

const paidBy: Record<PaymentStatus, Paid> = {
  waiting: 'not yet',
  confirming: 'not yet',
  partially_paid: 'not yet',
  finished: 'yes',
  expired: 'no',
  failed: 'no',
  disputed: 'no',
  refunded: 'returned',
}

/**
 * Loads the status of the session. Without a session, or with another customer's, it redirects to
 * the store.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const session = new URL(request.url).searchParams.get('session_id')
  if (!session) throw awayFrom(request, '/store')
  return asUser(request, async ({ username }) => {
    try {
      const input = { params: { session_id: session } }
      const { payment_status, asked } = await api(payments.checkoutSession, input)
      const paid: Paid = asked ? paidBy[payment_status] : 'not known'
      return { session, username, paid, error: null }
    } catch (error) {
      if (!(error instanceof ApiError) || isForTheShell(error)) throw error
      if (isMissing(error)) throw awayFrom(request, '/store')
      return { session, username, paid: null, error: error.message }
    }
  })
}

export default function CheckoutSuccess({ loaderData }: Route.ComponentProps) {
  const { session, username, paid, error } = useLastGood(loaderData)
  const { revalidate } = useRevalidator()
  usePolling(paid === 'not yet' || paid === 'not known' ? pollEvery : null)
  useClearedCart(session, paid === 'yes')
  return (
    <Frame title={paid ? paidTitles[paid] : 'Your Payment'}>
      {paid ? (
        <SuccessOutcome paid={paid} username={username} />
      ) : (
        <ErrorBox onRetry={revalidate}>{error}</ErrorBox>
      )}
    </Frame>
  )
}

/**
 * Empties the cart once for each paid session, so that a later visit of this page does not empty a
 * new cart.
 */
function useClearedCart(session: string, paid: boolean) {
  useEffect(() => {
    const key = 'paid-session'
    if (!paid || tab.get(key) === session) return
    tab.set(key, session)
    clearCart()
  }, [session, paid])
}

export function HydrateFallback() {
  return (
    <Frame title="Your Payment">
      <PageNeedsScripts />
      <Skeleton className="h-80" />
    </Frame>
  )
}

function Frame({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="page flex grow flex-col justify-center pt-10 sm:pt-16">
      <Head title={title} />
      <div className="mx-auto w-full max-w-[40rem]">{children}</div>
    </div>
  )
}
