import { useState } from 'react'
import type { Quote } from '#contract/selling/quote.ts'
import type { CartItem } from '../cart/cart.ts'
import { codeFault } from '../cart/code-fault.ts'
import { Totals } from '../cart/totals.tsx'
import type { Quoted } from '../cart/use-quote.ts'
import { formatPrice } from '../format.ts'
import { DisclosureSummary } from '../ui/disclosure-summary.tsx'
import { useMedia } from '../ui/media.ts'
import { ErrorBox, Notice } from '../ui/notice.tsx'
import { Price } from '../ui/price.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { isBlocked, refusedCodes } from './order-items.ts'
import { SummaryLine } from './summary-line.tsx'

type SummaryProps = {
  items: readonly CartItem[]
  quoted: Quoted
  /** Why the code of a promotion was not entered. */
  notEntered: string | null
}

/** The width from which the summary is next to the payment. */
const wide = '(width >= 64rem)'

/**
 * The items with their codes, and today's total. On a narrow screen it is collapsed to one line with
 * the total, unless something in it needs attention.
 */
export function Summary({ items, quoted, notEntered }: SummaryProps) {
  const { quote, error, tooMany, retry } = quoted
  const isWide = useMedia(wide)
  const attention =
    error !== null ||
    tooMany ||
    notEntered !== null ||
    items.some(codeFault) ||
    (quote !== null && (isBlocked(quote) || refusedCodes(quote, items).length > 0))
  const [unfolded, setUnfolded] = useState(false)
  const [noticed, setNoticed] = useState(false)
  if (noticed !== attention) {
    setNoticed(attention)
    if (attention) setUnfolded(true)
  }
  return (
    <section aria-label="Order Summary" className="surface notch-6">
      {/* The total in the details is announced only while they are open. */}
      <p role="status" className="sr-only">
        {quote && !isWide && !unfolded && `Total: ${formatPrice(quote.total)}`}
      </p>
      <details
        open={isWide || unfolded}
        onToggle={({ currentTarget }) => {
          if (!isWide) setUnfolded(currentTarget.open)
        }}
      >
        <DisclosureSummary
          className="min-h-14 px-5 py-3 font-[600] lg:hidden"
          end={
            quote &&
            !unfolded && (
              <span className="title ml-auto text-lg tabular-nums">
                <Price amount={quote.total} />
              </span>
            )
          }
        >
          {unfolded ? 'Hide' : 'Show'} order summary
        </DisclosureSummary>
        <div className="px-5 pb-5 sm:px-6 sm:pb-6 lg:pt-6">
          <h2 className="title text-xl max-lg:sr-only">Order Summary</h2>
          {notEntered && <Notice className="mt-4 max-lg:mt-0">{notEntered}</Notice>}
          <ul className="divide-y divide-line border-line max-lg:border-t lg:mt-2">
            {items.map((item) => (
              <SummaryLine
                key={item.id}
                item={item}
                line={quote?.items.find((line) => line.id === item.id)}
              />
            ))}
          </ul>
          {error && (
            <ErrorBox className="mb-5" onRetry={retry}>
              {error}
            </ErrorBox>
          )}
          {quote ? (
            <div className="border-line border-t pt-5">
              <Totals total={quote.total} quote={quote}>
                <Tax quote={quote} />
              </Totals>
            </div>
          ) : (
            !error && !tooMany && <Skeleton className="h-14" />
          )}
        </div>
      </details>
    </section>
  )
}

function Tax({ quote: { tax } }: { quote: Quote }) {
  return (
    <>
      {tax?.company?.tax === 'reverse_charge' && (
        <Row name="No tax: reverse charge">
          <Price amount={0} />
        </Row>
      )}
      {tax && tax.rate !== null && (
        <Row name={`Includes ${tax.rate} % tax`}>
          <Price amount={tax.amount} />
        </Row>
      )}
    </>
  )
}

function Row({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex justify-between gap-4 text-soft">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
