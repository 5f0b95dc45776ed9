import type { Tx } from '#server/kernel/database/database.ts'
import { daysAgo } from './days.ts'
import { placePastOrder } from './orders.ts'
import type { People } from './people.ts'
import { offerSurplusOf } from './refunds.ts'
import { deliver } from './time.ts'

/** The first orders of the customer's friends: three have earned a free month, and one is pending. */
const firstOrders = [
  { slug: 'cs2', months: 1, type: 'card', daysAgo: 148 },
  { slug: 'perihelion', months: 1, type: 'card', daysAgo: 110 },
  { slug: 'debt-to-the-lantern', months: 3, type: 'crypto', daysAgo: 58, overpaidCents: 640 },
  { slug: 'cs2', months: 1, type: 'card', daysAgo: 4 },
] as const

/** Places the friends' orders, which have earned the customer a free month to redeem. */
export async function seedReferrals(tx: Tx, people: People, now: Date): Promise<void> {
  for (const [n, past] of firstOrders.entries()) {
    const userId = people.friends[n]!
    const placed = await placePastOrder(tx, { ...past, userId }, now)
    const subscriptionId = await deliver(tx, { ...placed, userId })
    if ('overpaidCents' in past) {
      const yesterday = daysAgo(now, 1)
      await offerSurplusOf(tx, { ...placed, subscriptionId }, past.overpaidCents, yesterday)
    }
  }
}
