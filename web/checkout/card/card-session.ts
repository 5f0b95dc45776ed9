import { useEffect, useState } from 'react'
import type { Result } from '#contract/endpoint.ts'
import { payments } from '#contract/payments.ts'
import { api } from '../../api/client.ts'
import type { OrderItems } from '../order-items.ts'

type CardSession = Result<typeof payments.createCheckoutSession>

/** Every session is an order: someone who is still changing it does not make one for each step. */
const pause = 400

type Opened = { key: string; session?: CardSession; error?: unknown }

/**
 * The payable session of these items: asked for anew when the items or their codes change. The
 * server goes on with the order that is open for the same ones. Not by `useAsk`, which asks without a
 * pause for what the page opens with: here asking makes an order.
 */
export function useCardSession(items: OrderItems) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [attempt, setAttempt] = useState(0)
  const key = JSON.stringify(items)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    let left = false
    const show = (result: Opened) => left || setOpened(result)
    const timer = setTimeout(() => {
      api(payments.createCheckoutSession, { body: JSON.parse(key) }).then(
        (session) => show({ key, session }),
        (error) => show({ key, error }),
      )
    }, pause)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [key, attempt])
  return {
    ...(opened?.key === key ? opened : undefined),
    renew: () => {
      setOpened(null)
      setAttempt(attempt + 1)
    },
  }
}
