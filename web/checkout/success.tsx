import { CircleCheck, CircleX, Hourglass } from 'lucide-react'
import { useEffect } from 'react'
import { Link, redirect, useRevalidator } from 'react-router'
import type { PaymentStatus } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { textLinkClass } from '../account/auth-page.tsx'
import { asUser } from '../account/session-end.ts'
import { api } from '../api/client.ts'
import { ApiError } from '../api/error.ts'
import { useLastGood, usePolling } from '../api/polling.ts'
import { Head } from '../shell/head.tsx'
import { clearCart } from '../storefront/cart/cart.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { ErrorBox } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { Route } from './+types/success'
import { Outcome } from './outcome.tsx'

const pollEvery = 3000
const underWay: readonly PaymentStatus[] = ['waiting', 'confirming', 'partially_paid']

/** Asks the server how the session went. Without one, or with one of someone else, to the store. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const session = new URL(request.url).searchParams.get('session_id')
  if (!session) throw redirect('/store')
  return asUser(request, async ({ username }) => {
    try {
      const input = { params: { session_id: session } }
      const { payment_status } = await api(payments.checkoutSession, input)
      return { session, username, status: payment_status, error: null }
    } catch (error) {
      if (!(error instanceof ApiError) || [401, 503].includes(error.status)) throw error
      if ([404, 422].includes(error.status)) throw redirect('/store')
      return { session, username, status: null, error: error.message }
    }
  })
}

export default function CheckoutSuccess({ loaderData }: Route.ComponentProps) {
  const { session, username, status, error } = useLastGood(loaderData)
  const { revalidate } = useRevalidator()
  const waiting = status !== null && underWay.includes(status)
  usePolling(waiting ? pollEvery : null)
  useClearedCart(session, status === 'finished')
  if (status === null) {
    return (
      <Frame title="Your payment">
        <ErrorBox
          action={
            <Button size="small" onClick={() => revalidate()}>
              Try again
            </Button>
          }
        >
          {error}
        </ErrorBox>
      </Frame>
    )
  }
  if (waiting) {
    return (
      <Frame title="Processing payment">
        <Outcome
          heading={1}
          tone="waiting"
          icon={<Hourglass size={32} />}
          title="Processing Payment"
        >
          <p>
            Your payment is still being processed. This page tells you when it is through; please do
            not pay again.
          </p>
          <p>
            You may also leave: the order is under{' '}
            <Link to="/dashboard?t=orders" className={textLinkClass}>
              Orders
            </Link>
            .
          </p>
        </Outcome>
      </Frame>
    )
  }
  if (status === 'finished') {
    return (
      <Frame title="Payment Successful!">
        <Outcome
          heading={1}
          tone="success"
          icon={<CircleCheck size={32} />}
          title="Payment Successful!"
          actions={
            <>
              <LinkButton to="/dashboard" look="primary" size="large">
                Go to Dashboard
              </LinkButton>
              <LinkButton to="/store" size="large">
                Continue Shopping
              </LinkButton>
            </>
          }
        >
          <p className="break-words">Thank you for your purchase, {username}!</p>
          <p>Your order has been confirmed, you can now download your custom loader.</p>
        </Outcome>
      </Frame>
    )
  }
  return (
    <Frame title="Payment not completed">
      <Outcome
        heading={1}
        tone="danger"
        icon={<CircleX size={32} />}
        title={status === 'refunded' ? 'Payment Refunded' : 'Payment Not Completed'}
        actions={
          <>
            <LinkButton to="/checkout" look="primary">
              Back to Checkout
            </LinkButton>
            <LinkButton to="/dashboard?t=orders">Go to Orders</LinkButton>
          </>
        }
      >
        {status === 'refunded'
          ? 'The money of this order was sent back.'
          : 'This payment did not go through. Your cart is as you left it.'}
      </Outcome>
    </Frame>
  )
}

/** Empties the cart once for each paid session: a later look at this page spares a new cart. */
function useClearedCart(session: string, paid: boolean) {
  useEffect(() => {
    const key = 'paid-session'
    if (!paid || sessionStorage.getItem(key) === session) return
    sessionStorage.setItem(key, session)
    clearCart()
  }, [session, paid])
}

export function HydrateFallback() {
  return (
    <Frame title="Your payment">
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
