import { ArrowRight } from 'lucide-react'
import type { Quote } from '#contract/selling/quote.ts'
import { type CartItem, tooManyItems } from '../../cart/cart.ts'
import { formatCounted } from '../../format.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Price } from '../../ui/price.tsx'

type OrderSummaryProps = {
  items: readonly CartItem[]
  quote: Quote | null
  error: string | null
  tooMany: boolean
  retry: () => void
}

export function OrderSummary({ items, quote, error, tooMany, retry }: OrderSummaryProps) {
  const memoized = items.reduce((sum, item) => sum + Math.round(item.price * 100), 0) / 100
  const sold = quote?.items.filter((item) => !item.problem)
  const list = sold?.reduce((sum, item) => sum + Math.round(item.list_price * 100), 0)
  const saved = list === undefined || !quote ? 0 : (list - Math.round(quote.total * 100)) / 100
  const count = sold?.length ?? items.length
  const blocked = tooMany || count < items.length
  // The product is for sale, but not with the plan in the cart.
  const isGone = quote?.items.every(
    ({ problem, plan, plans }) => !problem || plans.every((one) => one.plan !== plan),
  )
  return (
    <section aria-label="Order Summary" className="surface notch-6 p-5 sm:p-6 lg:sticky lg:top-24">
      <h2 className="title text-xl">Order Summary</h2>
      <dl className="mt-6 grid gap-3 text-soft">
        <div className="flex justify-between gap-4">
          <dt>{formatCounted(count, 'item')}</dt>
          <dd>
            <Price amount={list === undefined ? memoized : list / 100} />
          </dd>
        </div>
        {saved > 0 && (
          <div className="flex justify-between gap-4">
            <dt>Discount</dt>
            <dd>
              <Price amount={-saved} className="text-success" />
            </dd>
          </div>
        )}
        <div className="mt-3 flex items-end justify-between gap-4 border-line border-t pt-5 text-ink">
          <dt className="title">Total</dt>
          <dd>
            <Price amount={quote?.total ?? memoized} className="display text-3xl" />
          </dd>
        </div>
      </dl>
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
        <LinkButton to="/checkout" look="primary" size="large" wide className="mt-6">
          Proceed to Checkout
          <ArrowRight size={20} aria-hidden="true" />
        </LinkButton>
      )}
    </section>
  )
}
