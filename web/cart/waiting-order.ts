import type { Order, orders } from '#contract/selling/orders.ts'
import { useAsk } from '../api/ask.ts'
import { api } from '../api/client.ts'
import type { Options } from '../api/request.ts'
import { useSession } from '../session/session.ts'

const isWaiting = ({ payment_status, missing }: Order) =>
  payment_status === 'waiting' || (payment_status === 'partially_paid' && missing !== null)

/** The customer's orders that still need a crypto payment, newest first. Empty until loaded. */
export function useWaitingOrders(): { waiting: readonly Order[]; again: () => void } {
  const user = useSession()
  // A failure is not shown, because the page works without it and the orders are one click away.
  const { answer, current, again } = useAsk(listOrders, user?.uid ?? null, { background: true })
  return { waiting: (current && answer?.filter(isWaiting)) || none, again }
}

const none: readonly Order[] = []

const listOrders = (_uid: number, options: Options) =>
  api<typeof orders.list>({ method: 'GET', path: '/user/orders' }, undefined, options)
