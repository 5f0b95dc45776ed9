import type { payments } from '#contract/selling/payments.ts'
import type { Quote } from '#contract/selling/quote.ts'
import { inputOf, mostItems } from '#contract/wire/terms.ts'
import { useAsk } from '../api/ask.ts'
import { failureOf } from '../api/error.ts'
import type { CartItem } from './cart.ts'
import { codeFault } from './code-fault.ts'

export type Quoted = {
  /** Today's prices. While newer ones load, the last ones. Null before the first. */
  quote: Quote | null
  /** Whether the quote is for the current items, terms and codes. */
  settled: boolean
  error: string | null
  /** The cart has more products than an order allows, so there are no prices. */
  tooMany: boolean
  retry: () => void
}

/**
 * Requests the prices of the items from the server, and again whenever items, terms or codes
 * change.
 */
export function useQuote(list: readonly CartItem[] | null): Quoted {
  const items = (list ?? []).map((item) => ({
    id: item.id,
    ...inputOf(item.plan),
    discount: codeFault(item) ? '' : item.discount,
    renew: item.renew,
    replace_renewal: item.replacesRenewal,
  }))
  const tooMany = items.length > mostItems
  const { answer, current, error, again } = useAsk<typeof payments.quote>(
    { method: 'POST', path: '/payment/quote' },
    items.length > 0 && !tooMany ? { body: { items } } : null,
  )
  return {
    quote: answer ?? null,
    settled: current,
    error: error === undefined ? null : failureOf(error, 'Failed to fetch price'),
    tooMany,
    retry: again,
  }
}
