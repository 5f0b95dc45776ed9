import type { Tx } from '#server/kernel/database.ts'
import { daysAgo } from './days.ts'
import { seedDispute } from './dispute.ts'
import { type PastOrder, placePastOrder } from './orders.ts'
import type { People } from './people.ts'
import { type GivenBack, giveBack } from './refunds.ts'
import { seedRenewals } from './renewals.ts'
import { deliver } from './time.ts'

/** What the demo customer ordered; each later order for a product lies after the end of the earlier. */
const ordered: (Omit<PastOrder, 'userId'> & { givenBack?: GivenBack; disputed?: true })[] = [
  { slug: 'cs2', months: 3, type: 'card', daysAgo: 204, disputed: true },
  { slug: 'nine-thousand', months: 1, type: 'crypto', daysAgo: 95 },
  {
    slug: 'cs2',
    months: 6,
    type: 'card',
    daysAgo: 61,
    givenBack: { cents: 500, daysAgo: 30, note: 'For the two days that the update was broken' },
  },
  { slug: 'dead-freight', months: 1, type: 'crypto', daysAgo: 40, status: 'expired' },
  { slug: 'second-knuckle', months: 1, type: 'card', daysAgo: 6, code: 'KNUCKLEUP' },
  { slug: 'vantage-six', months: 1, type: 'card', daysAgo: 29.4 },
]

/** The customer's orders and the time that they paid for, some of it over and some running. */
export async function seedCustomerHistory(
  tx: Tx,
  { customer, admin }: People,
  now: Date,
): Promise<void> {
  const subscriptions: number[] = []
  const orders = new Map<string, string>()
  for (const past of ordered) {
    const placed = await placePastOrder(tx, { ...past, userId: customer }, now)
    if (past.status) continue
    if (past.disputed) await seedDispute(tx, { ...placed, customer, admin }, now)
    orders.set(past.slug, placed.orderId)
    if (past.givenBack) await giveBack(tx, placed, past.givenBack, now)
    subscriptions.push(await deliver(tx, { ...placed, userId: customer, months: past.months }))
  }
  await tx
    .insertInto('time_entries')
    .values({
      subscription_id: subscriptions[2]!,
      seconds: 86_400,
      cause: 'compensation',
      note: 'A day for the update that was taken back',
      created_at: daysAgo(now, 30),
    })
    .execute()
  await seedRenewals(tx, customer, orders)
}
