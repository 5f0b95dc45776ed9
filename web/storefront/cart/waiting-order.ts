import { useEffect, useState } from 'react'
import type { Order, orders } from '#contract/orders.ts'
import { useSession } from '../../account/session.ts'
import { api } from '../../api/client.ts'

const waits: readonly Order['payment_status'][] = ['waiting', 'partially_paid']

/** The customer's newest order that coins are still to be sent for; null until that is known. */
export function useWaitingOrder(): Order | null {
  const user = useSession()
  const [order, setOrder] = useState<Order | null>(null)
  useEffect(() => {
    if (!user) return setOrder(null)
    const controller = new AbortController()
    api<typeof orders.list>({ method: 'GET', path: '/user/orders' }, undefined, {
      signal: controller.signal,
      background: true,
    }).then(
      (list) => setOrder(list.find((one) => waits.includes(one.payment_status)) ?? null),
      // The page is complete without it, and the orders are a press away.
      () => {},
    )
    return () => controller.abort()
  }, [user])
  return order
}
