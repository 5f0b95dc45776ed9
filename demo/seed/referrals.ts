import type { Tx } from '#server/kernel/database.ts'
import { daysAgo } from './days.ts'
import { placePastOrder } from './orders.ts'
import type { People } from './people.ts'
import { offerSurplusOf } from './refunds.ts'
import { deliver } from './time.ts'

/** The first orders of the customer's friends; the third of them earned the reward. */
const firstOrders = [
  { slug: 'cs2', months: 1, type: 'card', daysAgo: 148 },
  { slug: 'perihelion', months: 1, type: 'card', daysAgo: 110 },
  { slug: 'debt-to-the-lantern', months: 3, type: 'crypto', daysAgo: 58, overpaidCents: 640 },
] as const

/** A free month that waits to be redeemed, and the three friends who paid for something. */
export async function seedReferrals(tx: Tx, people: People, now: Date): Promise<void> {
  await tx
    .insertInto('referral_rewards')
    .values({ user_id: people.customer, created_at: daysAgo(now, 58) })
    .execute()
  for (const [n, past] of firstOrders.entries()) {
    const userId = people.friends[n]!
    const placed = await placePastOrder(tx, { ...past, userId }, now)
    const subscriptionId = await deliver(tx, { ...placed, userId })
    if ('overpaidCents' in past) {
      const yesterday = daysAgo(now, 1)
      await offerSurplusOf(tx, { ...placed, subscriptionId }, past.overpaidCents, yesterday)
    }
    await tx
      .insertInto('referral_conversions')
      .values({
        referred_id: userId,
        referrer_id: people.customer,
        order_id: placed.orderId,
        counted_at: placed.at,
      })
      .execute()
  }
}
