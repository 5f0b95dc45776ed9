import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useCart } from '../cart/cart.ts'
import { usePromotionCode } from '../cart/promotion-code.ts'
import { useQuote } from '../cart/use-quote.ts'
import { useConfig } from '../config.ts'
import { requireUser } from '../session/session.ts'
import { Head } from '../shell/head.tsx'
import { PageNeedsScripts } from '../shell/needs-scripts.tsx'
import { PageError } from '../shell/page-error.tsx'
import { EmptyCart } from '../storefront/cart/empty-cart.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { Route } from './+types/checkout'
import { type Method, Payment } from './payment.tsx'
import { Summary } from './summary.tsx'
import { WaitingOrders } from './waiting-orders.tsx'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return { user: await requireUser(request) }
}

/** The choices that a page linking to the checkout makes in advance. */
export type CheckoutState = { method: Method }

export default function Checkout({ loaderData: { user } }: Route.ComponentProps) {
  const config = useConfig()
  const items = useCart()
  const quoted = useQuote(items)
  const { state, search } = useLocation()
  // A link in a mail names the coin of the last payment.
  const coin = new URLSearchParams(search).get('pay')
  const wanted = coin ? 'crypto' : (state as CheckoutState | null)?.method
  const [method, setMethod] = useState<Method>(
    config.stripe && !(wanted === 'crypto' && config.crypto) ? 'card' : 'crypto',
  )
  const notEntered = usePromotionCode(items)
  const isEmpty = items?.length === 0
  useEffect(() => {
    // Back from a payment, the browser restores the scroll position of the longer page.
    if (isEmpty) window.scrollTo(0, 0)
  }, [isEmpty])
  if (!items) return <HydrateFallback />
  if (items.length === 0) return <EmptyCart title="Checkout" wayOn="Return to Store" />
  return (
    <Frame
      summary={<Summary items={items} quoted={quoted} notEntered={notEntered} />}
      payment={
        <div className="grid gap-6">
          <WaitingOrders products={items.map(({ id }) => id)} />
          <Payment
            user={user}
            items={items}
            quoted={quoted}
            method={method}
            onMethod={setMethod}
            coin={coin}
          />
        </div>
      }
    />
  )
}

/** The session request failed, so it is unknown whether the customer is signed in. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const frame = (failure: React.ReactNode) => <Frame summary={null} payment={failure} />
  return <PageError error={error} failed="Failed to load your account" frame={frame} />
}

export function HydrateFallback() {
  return (
    <Frame
      summary={<Skeleton className="h-14 lg:h-72" />}
      payment={
        <div className="grid gap-5">
          <PageNeedsScripts />
          <Skeleton className="h-13" />
          <Skeleton className="h-72" />
        </div>
      }
    />
  )
}

type FrameProps = { summary: React.ReactNode; payment: React.ReactNode }

/** The order summary is collapsed above the payment on phones, and next to it on wide screens. */
function Frame({ summary, payment }: FrameProps) {
  return (
    <div className="page pt-6 sm:pt-10">
      <Head title="Checkout" />
      <Link
        to="/cart"
        className="inline-flex h-10 items-center gap-2 rounded-sm text-[0.9375rem] text-soft transition-colors hover:text-ink"
      >
        <ArrowLeft size={18} aria-hidden="true" />
        Back to Cart
      </Link>
      <h1 className="page-title mt-3">Checkout</h1>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:mt-8 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-12">
        <div className="lg:sticky lg:top-24 lg:order-last">{summary}</div>
        {payment}
      </div>
    </div>
  )
}
