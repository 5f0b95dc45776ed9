import type { Quote } from '#contract/selling/quote.ts'
import type { CartItem } from '../cart/cart.ts'
import type { Quoted } from '../cart/use-quote.ts'
import { ByOrdering } from '../storefront/legal/by-ordering.tsx'
import { ErrorBox, Notice } from '../ui/notice.tsx'
import { Price } from '../ui/price.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { isBlocked } from './order-items.ts'
import { SummaryLine } from './summary-line.tsx'

type SummaryProps = {
  items: readonly CartItem[]
  quoted: Quoted
  /** Card payments can renew, crypto payments never do. */
  byCard: boolean
  /** Why the code of a promotion was not entered. */
  notEntered: string | null
}

/** The items with their codes, and today's total. */
export function Summary({ items, quoted, byCard, notEntered }: SummaryProps) {
  const { quote, error, tooMany, retry } = quoted
  return (
    <section aria-labelledby="order-summary" className="surface notch-6 p-5 sm:p-6">
      <h2 id="order-summary" className="title text-xl">
        Order Summary
      </h2>
      {notEntered && <Notice className="mt-4">{notEntered}</Notice>}
      <ul className="mt-2 divide-y divide-line">
        {items.map((item) => (
          <SummaryLine
            key={item.id}
            item={item}
            byCard={byCard}
            line={quote?.items.find((line) => line.id === item.id)}
          />
        ))}
      </ul>
      {error && (
        <ErrorBox className="mb-5" onRetry={retry}>
          {error}
        </ErrorBox>
      )}
      {quote ? <Totals quote={quote} /> : !error && !tooMany && <Skeleton className="h-24" />}
      {quote && !isBlocked(quote) && (
        <div className="mt-5 border-line border-t pt-5">
          <ByOrdering />
        </div>
      )}
    </section>
  )
}

function Totals({ quote }: { quote: Quote }) {
  const sold = quote.items.filter((item) => !item.problem)
  const subtotal = sold.reduce((sum, item) => sum + Math.round(item.list_price * 100), 0) / 100
  const saved = Math.round((subtotal - quote.total) * 100) / 100
  return (
    <dl className="grid gap-3 border-line border-t pt-5 text-soft">
      {saved > 0 && (
        <>
          <Row name="Subtotal">
            <Price amount={subtotal} />
          </Row>
          <Row name="Discount">
            <Price amount={-saved} className="text-success" />
          </Row>
        </>
      )}
      <div className="flex items-end justify-between gap-4 text-ink">
        <dt className="title">Total</dt>
        <dd aria-live="polite">
          <Price amount={quote.total} className="display text-3xl" />
        </dd>
      </div>
      {quote.tax?.company?.tax === 'reverse_charge' && (
        <Row name="No tax: reverse charge">
          <Price amount={0} />
        </Row>
      )}
      {quote.tax && quote.tax.rate !== null && (
        <Row name={`Includes ${quote.tax.rate} % tax`}>
          <Price amount={quote.tax.amount} />
        </Row>
      )}
    </dl>
  )
}

function Row({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
