import { subscriptions } from '#contract/access/subscriptions.ts'
import { devices } from '#contract/licensing/devices.ts'
import { loader } from '#contract/licensing/loader.ts'
import { type Order, orders } from '#contract/selling/orders.ts'
import { isStarted, type Start } from '../account/loader/guided-start.tsx'
import { api } from '../api/client.ts'
import { lenient } from '../api/lenient.ts'

/** A paid order, and how far the customer is from playing. Parts that fail to load are left out. */
export type Bought = {
  order: Order | undefined
  /** The expiry date of each product, or null if it never expires. */
  ends: ReadonlyMap<number, string | null>
  start: Start | undefined
}

export async function loadBought(orderId: string): Promise<Bought> {
  const [order, owned, status, linked] = await Promise.all([
    lenient(api(orders.get, { params: { id: orderId } })),
    lenient(api(subscriptions.list)),
    lenient(api(loader.status, { query: {} })),
    lenient(api(devices.list)),
  ])
  return {
    order,
    ends: new Map(
      owned?.map(({ game_id, lifetime, access_ends_at }) => [
        game_id,
        lifetime ? null : access_ends_at,
      ]),
    ),
    start:
      status === undefined || !linked
        ? undefined
        : {
            loader: status,
            linked: [
              ...linked.devices.filter(({ pairing }) => pairing !== null),
              ...linked.unplayed,
            ].map(({ name }) => name),
          },
  }
}

export const nothingBought: Bought = { order: undefined, ends: new Map(), start: undefined }

/** Whether nothing on the page is still to change. The receipt is created shortly after payment. */
export const isSettled = ({ order, start }: Bought) =>
  (!start || isStarted(start)) && (!order || order.type === 'free' || order.document !== null)
