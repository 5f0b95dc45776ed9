import type { ReactNode } from 'react'
import type { Quote } from '#contract/selling/quote.ts'
import { formatPrice } from '../format.ts'
import { Price } from '../ui/price.tsx'

type TotalsProps = {
  total: number
  quote: Quote | null
  /** The number of items, below the label. */
  detail?: string
  /** Further rows, such as the tax. */
  children?: ReactNode
}

/** The total of an order and the amount saved. List prices are shown at the items. */
export function Totals({ total, quote, detail, children }: TotalsProps) {
  const saved = quote ? savingOf(quote) : 0
  return (
    <>
      <dl className="grid gap-3">
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
          <dt>
            <span className="title">Total</span>
            {detail && <span className="block text-[0.9375rem] text-soft">{detail}</span>}
          </dt>
          <dd aria-live="polite">
            <Price amount={total} className="display text-3xl" />
          </dd>
        </div>
        {children}
      </dl>
      {saved > 0 && (
        <p className="mt-2 text-right text-success tabular-nums">You save {formatPrice(saved)}</p>
      )}
    </>
  )
}

function savingOf({ items, total }: Quote): number {
  const list = items
    .filter(({ problem }) => !problem)
    .reduce((sum, { list_price }) => sum + Math.round(list_price * 100), 0)
  return (list - Math.round(total * 100)) / 100
}
