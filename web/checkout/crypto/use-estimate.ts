import { useEffect, useState } from 'react'
import { crypto } from '#contract/crypto.ts'
import { api } from '../../api/client.ts'
import { failureOf } from '../../api/error.ts'

const refresh = 30_000

type Answer = { asked: string; coins?: number; error?: string | undefined }

/**
 * What an amount of dollars is in a coin, asked again every 30 seconds and whenever either
 * changes. An estimate stays while a newer one fails to come.
 */
export function useEstimate(dollars: number, currency: string | undefined) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [attempt, setAttempt] = useState(0)
  const asked = `${dollars} ${currency}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    if (!currency) return
    const controller = new AbortController()
    const { signal } = controller
    async function estimate(code: string) {
      try {
        const query = { amount: String(dollars), currency: code }
        const coins = Number(await api(crypto.estimate, { query }, { signal }))
        setAnswer({ asked, coins })
      } catch (failure) {
        if (signal.aborted) return
        const error = failureOf(failure, 'Failed to fetch price')
        setAnswer((last) => ({ ...(last?.asked === asked && last), asked, error }))
      }
    }
    estimate(currency)
    const timer = setInterval(estimate, refresh, currency)
    return () => {
      controller.abort()
      clearInterval(timer)
    }
  }, [dollars, currency, asked, attempt])
  const current = answer?.asked === asked ? answer : null
  return {
    coins: current?.coins ?? null,
    error: current?.error ?? null,
    retry() {
      setAnswer((last) => last && { ...last, error: undefined })
      setAttempt(attempt + 1)
    },
  }
}
