import { useEffect, useState } from 'react'
import type { payments, Quote } from '#contract/payments.ts'
import { api } from '../../api/client.ts'
import { failureOf } from '../../api/error.ts'
import type { CartItem } from './cart.ts'

export type Quoted = {
  /** Today's prices; the last ones while newer are on the way, null before the first. */
  quote: Quote | null
  /** The quote is for these very items, terms and codes. */
  settled: boolean
  error: string | null
  retry: () => void
}

/** Asks the server what the items cost, anew whenever items, terms or codes change. */
export function useQuote(items: readonly CartItem[] | null): Quoted {
  const [answered, setAnswered] = useState<{ wanted: string; quote: Quote } | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const wanted = JSON.stringify(
    (items ?? []).map(({ id, term_length, discount }) => ({ id, term_length, discount })),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    const list = JSON.parse(wanted)
    if (list.length === 0) return setAnswered(null)
    const controller = new AbortController()
    const { signal } = controller
    api<typeof payments.quote>(
      { method: 'POST', path: '/payment/quote' },
      { body: { items: list } },
      { signal },
    ).then(
      (quote) => {
        setAnswered({ wanted, quote })
        setError(null)
      },
      (failure) => signal.aborted || setError(failureOf(failure, 'Failed to fetch price')),
    )
    return () => controller.abort()
  }, [wanted, attempt])
  return {
    quote: answered?.quote ?? null,
    settled: answered?.wanted === wanted,
    error,
    retry: () => setAttempt(attempt + 1),
  }
}
