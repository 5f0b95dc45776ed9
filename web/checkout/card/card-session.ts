import { useEffect, useState } from 'react'
import type { Result } from '#contract/endpoint.ts'
import { payments } from '#contract/payments.ts'
import { api } from '../../api/client.ts'
import type { OrderItems } from '../order-items.ts'

type CardSession = Result<typeof payments.createCheckoutSession>

/** Every session is an order: the same items are not ordered twice while one can still be paid. */
const lifetime = 20 * 60_000
/** Someone who is still changing the order does not leave one behind for every step. */
const pause = 400

let open: { key: string; until: number; session: Promise<CardSession> } | undefined

function openSession(key: string, items: OrderItems): Promise<CardSession> {
  if (open?.key === key && Date.now() < open.until) return open.session
  const session = api(payments.createCheckoutSession, { body: items })
  open = { key, until: Date.now() + lifetime, session }
  session.catch(forgetCardSession)
  return session
}

/** After a payment, or when the provider does not know it any more. */
export function forgetCardSession() {
  open = undefined
}

type Opened = { key: string; session?: CardSession; error?: unknown }

/** The payable session of these items; made anew when the items or their codes change. */
export function useCardSession(uid: number, items: OrderItems) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [attempt, setAttempt] = useState(0)
  const key = JSON.stringify([uid, items])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    let left = false
    const show = (result: Opened) => left || setOpened(result)
    const timer = setTimeout(() => {
      openSession(key, JSON.parse(key)[1]).then(
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
      forgetCardSession()
      setOpened(null)
      setAttempt(attempt + 1)
    },
  }
}
