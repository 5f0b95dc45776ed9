import { useEffect, useState } from 'react'
import { crypto } from '#contract/crypto.ts'
import { api } from '../../api/client.ts'
import { failureOf } from '../../api/error.ts'
import type { Currency } from './payment-info.ts'

/** The coins to choose from; null while they load. */
export function useCurrencies() {
  const [currencies, setCurrencies] = useState<readonly Currency[] | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    setError(null)
    api(crypto.currencies, undefined, { signal }).then(setCurrencies, (failure) => {
      if (!signal.aborted) setError(failureOf(failure, 'Failed to fetch cryptocurrencies'))
    })
    return () => controller.abort()
  }, [attempt])
  return { currencies, error, retry: () => setAttempt(attempt + 1) }
}
