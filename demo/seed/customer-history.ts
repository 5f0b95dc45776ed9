import type { Tx } from '#server/kernel/database/database.ts'
import { daysAgo } from './days.ts'
import { seedDispute } from './dispute.ts'
import { type PastOrder, type Placed, placePastOrder } from './orders.ts'
import type { People } from './people.ts'
import type { GivenBack } from './refunds.ts'
import { seedRenewals } from './renewals.ts'
import { deliver } from './time.ts'

/**
 * The demo customer's orders. Each later order for a product starts after the end of the earlier
 * one.
 */
const ordered: (Omit<PastOrder, 'userId'> & { givenBack?: GivenBack; disputed?: true })[] = [
  { slug: 'cs2', months: 3, type: 'card', daysAgo: 204, disputed: true },
  { slug: 'nine-thousand', months: 1, type: 'crypto', daysAgo: 95 },
  {
    slug: 'tonnage',
    months: 1,
    type: 'card',
    daysAgo: 83,
    givenBack: { daysAgo: 82, reason: 'not_working', note: 'It did not start with two screens' },
  },
  {
    slug: 'cs2',
    months: 6,
    type: 'card',
    daysAgo: 61,
    givenBack: {
      ...{ cents: 500, daysAgo: 30, reason: 'goodwill' },
      note: 'For the two days that the update was broken',
    },
  },
  {
    slug: 'three-rivers',
    months: 1,
    type: 'crypto',
    daysAgo: 47,
    givenBack: {
      daysAgo: 44,
      reason: 'requested',
      note: 'Bought it for a friend, who already has it',
    },
  },
  { slug: 'dead-freight', months: 1, type: 'crypto', daysAgo: 40, status: 'expired' },
  {
    slug: 'second-knuckle',
    months: 1,
    type: 'card',
    daysAgo: 6,
    code: 'KNUCKLEUP',
    givenBack: {
      ...{ cents: 200, daysAgo: 1, pending: true, reason: 'goodwill' },
      note: 'For the hours that the store was closed',
    },
  },
  { slug: 'vantage-six', months: 1, type: 'card', daysAgo: 29.4 },
]

/**
 * Creates the customer's orders and the time that they paid for, partly expired and partly active.
 * Returns the refunds to create for them.
 */
export async function seedCustomerHistory(
  tx: Tx,
  { customer, admin }: People,
  now: Date,
): Promise<{ placed: Placed; back: GivenBack }[]> {
  const givenBack: { placed: Placed; back: GivenBack }[] = []
  const orders = new Map<string, string>()
  let running = 0
  for (const past of ordered) {
    const placed = await placePastOrder(tx, { ...past, userId: customer }, now)
    if (past.status) continue
    if (past.disputed) await seedDispute(tx, { ...placed, customer, admin }, now)
    orders.set(past.slug, placed.orderId)
    const subscriptionId = await deliver(tx, { ...placed, userId: customer })
    if (past.givenBack)
      givenBack.push({ placed: { ...placed, subscriptionId }, back: past.givenBack })
    if (past.slug === 'cs2') running = subscriptionId
  }
  await tx
    .insertInto('time_entries')
    .values({
      subscription_id: running,
      seconds: 86_400,
      cause: 'compensation',
      note: 'A day for the update that was rolled back',
      created_at: daysAgo(now, 30),
    })
    .execute()
  await seedRenewals(tx, customer, orders)
  return givenBack.sort((a, b) => b.back.daysAgo - a.back.daysAgo)
}
