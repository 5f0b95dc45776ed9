import { paymentCurrencies } from '#contract/selling/payment-currencies.ts'
import { useAsk } from '../../api/ask.ts'
import { failureOf } from '../../api/error.ts'

const refresh = 30_000

/**
 * Converts an amount to a coin. It requests a new estimate every 30 seconds and whenever the amount
 * or the coin changes. If a request fails, the last estimate stays.
 */
export function useEstimate(price: number, currency: string | undefined) {
  const input = currency ? { query: { amount: String(price), currency } } : null
  const { answer, current, asking, error, again } = useAsk(paymentCurrencies.estimate, input, {
    every: refresh,
  })
  return {
    coins: current ? Number(answer) : null,
    error: asking || error === undefined ? null : failureOf(error, 'Failed to fetch price'),
    retry: again,
  }
}
