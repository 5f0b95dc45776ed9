import { ArrowRight } from 'lucide-react'
import type { Quote } from '#contract/selling/quote.ts'
import { type CartItem, tooManyItems } from '../../cart/cart.ts'
import { Totals } from '../../cart/totals.tsx'
import { formatCounted } from '../../format.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { PaymentMethods } from './payment-methods.tsx'

type OrderSummaryProps = {
  items: readonly CartItem[]
  quote: Quote | null
  error: string | null
  tooMany: boolean
  retry: () => void
}

export function OrderSummary({ items, quote, error, tooMany, retry }: OrderSummaryProps) {
  const memoized = items.reduce((sum, item) => sum + Math.round(item.price * 100), 0) / 100
  const count = quote?.items.filter((item) => !item.problem).length ?? items.length
  const blocked = tooMany || count < items.length
  // The product is for sale, but not with the plan in the cart.
  const isGone = quote?.items.every(
    ({ problem, plan, plans }) => !problem || plans.every((one) => one.plan !== plan),
  )
  return (
    <section aria-label="Order Summary" className="surface notch-6 p-5 sm:p-6 lg:sticky lg:top-24">
      <h2 className="title text-xl">Order Summary</h2>
      <div className="mt-5">
        <Totals
          total={quote?.total ?? memoized}
          quote={quote}
          detail={formatCounted(count, 'item')}
        />
      </div>
      {error && (
        <ErrorBox className="mt-5" onRetry={retry}>
          {error}
        </ErrorBox>
      )}
      {blocked ? (
        <p className="mt-6 rounded-md border border-warning/40 bg-warning/8 px-4 py-3 text-[0.9375rem]">
          {tooMany
            ? tooManyItems
            : `${isGone ? 'Choose another length for items whose plan is no longer sold' : 'Remove unavailable items'} to continue.`}
        </p>
      ) : (
        <>
          <LinkButton to="/checkout" look="primary" size="large" wide className="mt-6">
            Proceed to Checkout
            <ArrowRight size={20} aria-hidden="true" />
          </LinkButton>
          <PaymentMethods />
        </>
      )}
    </section>
  )
}
