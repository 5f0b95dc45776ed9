import clsx from 'clsx'
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
import { loadBought, nothingBought, pollEvery, useLastParts } from './bought.ts'
import { type Paid, paidTitles, SuccessOutcome } from './success-outcome.tsx'

const pollUnpaidEvery = 3000

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
      const { order_id, payment_status, asked } = await api(payments.checkoutSession, input)
      const paid: Paid = asked ? paidBy[payment_status] : 'not known'
      const bought = paid === 'yes' ? await loadBought(order_id) : nothingBought
      return { session, username, paid, bought, error: null }
    } catch (error) {
      if (!(error instanceof ApiError) || isForTheShell(error)) throw error
      if (isMissing(error)) throw awayFrom(request, '/store')
      return { session, username, paid: null, bought: nothingBought, error: error.message }
    }
  })
}

export default function CheckoutSuccess({ loaderData }: Route.ComponentProps) {
  const { session, username, paid, error, ...loaded } = useLastGood(loaderData)
  const bought = useLastParts(loaded.bought)
  const { revalidate } = useRevalidator()
  const unpaid = paid === 'not yet' || paid === 'not known'
  usePolling(unpaid ? pollUnpaidEvery : paid === 'yes' ? pollEvery(bought) : null)
  useClearedCart(session, paid === 'yes')
  return (
    <Frame title={paid ? paidTitles[paid] : 'Your Payment'} wide={paid === 'yes'}>
      {paid ? (
        <SuccessOutcome paid={paid} username={username} bought={bought} />
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

type FrameProps = { title: string; wide?: boolean; children: React.ReactNode }

function Frame({ title, wide, children }: FrameProps) {
  return (
    <div className={clsx('page pt-8 sm:pt-14', !wide && 'flex grow flex-col justify-center')}>
      <Head title={title} />
      <div className={clsx('mx-auto w-full', wide ? 'max-w-[64rem]' : 'max-w-[40rem]')}>
        {children}
      </div>
    </div>
  )
}
