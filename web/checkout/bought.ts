import { useState } from 'react'
import { subscriptions } from '#contract/access/subscriptions.ts'
import { type Order, orders } from '#contract/selling/orders.ts'
import { isStarted, loadStart, pollStartEvery, type Start } from '../account/loader/start.ts'
import { api } from '../api/client.ts'
import { isSessionOver } from '../api/error.ts'

/** A paid order, and the state of the steps after it. Parts that fail to load are missing. */
export type Bought = {
  order: Order | undefined
  /** The expiry date of each product, or null if it never expires. */
  ends: ReadonlyMap<number, string | null>
  start: Start | undefined
}

/**
 * Turns a failed request into undefined, so that the page is shown even while the shop is closed.
 * Throws only if the session has ended.
 */
function optional<T>(loading: Promise<T>): Promise<T | undefined> {
  return loading.catch((error) => {
    if (isSessionOver(error)) throw error
    return undefined
  })
}

export async function loadBought(orderId: string): Promise<Bought> {
  const [order, owned, start] = await Promise.all([
    optional(api(orders.get, { params: { id: orderId } })),
    optional(api(subscriptions.list)),
    optional(loadStart()),
  ])
  return {
    order,
    ends: new Map(
      owned?.map(({ game_id, lifetime, access_ends_at }) => [
        game_id,
        lifetime ? null : access_ends_at,
      ]),
    ),
    start,
  }
}

export const nothingBought: Bought = { order: undefined, ends: new Map(), start: undefined }

/** Uses the parts from an earlier request if a later request for them fails. */
export function useLastParts(bought: Bought): Bought {
  const [kept, setKept] = useState(bought)
  const latest = {
    order: bought.order ?? kept.order,
    ends: bought.ends.size > 0 ? bought.ends : kept.ends,
    start: bought.start ?? kept.start,
  }
  const isNew =
    latest.order !== kept.order || latest.ends !== kept.ends || latest.start !== kept.start
  if (isNew) setKept(latest)
  return latest
}

/**
 * Milliseconds until the next request, or null if nothing on the page can still change. The receipt
 * is created shortly after the payment.
 */
export function pollEvery({ order, start }: Bought): number | null {
  const hasReceipt = order && (order.type === 'free' || order.document !== null)
  if (start && isStarted(start) && hasReceipt) return null
  return hasReceipt && start ? pollStartEvery(start) : 5000
}
