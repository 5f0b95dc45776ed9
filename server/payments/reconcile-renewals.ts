import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'
import type { Shop } from '#server/shop/shop.ts'
import { followSubscription, settleRenewal } from './renewals.ts'
import { forEach, report } from './rounds.ts'

/** Stripe charges a renewal about an hour after it is due. */
const grace = sql<Date>`now() - interval '3 hours'`

/** Asks about renewals that are due and of which no webhook has told. */
export async function recheckRenewals({ db, card }: Pick<Shop, 'db' | 'card'>) {
  if (!card) return
  const failures = await forEach(await findDue(db), async ({ id, subscription }) => {
    for (const invoice of await card.listRenewals(subscription))
      await settleRenewal(db, card, invoice)
    await followSubscription(db, card, subscription)
    // Neither renewed nor stopped: the card was refused, and the provider tries again for days.
    await db
      .updateTable('orders')
      .set({ renews_at: sql`now() + interval '1 day'` })
      .where('id', '=', id)
      .where('renews_at', '<=', grace)
      .execute()
  })
  report(failures, 'renewals could not be settled')
}

async function findDue(db: Database) {
  const due = await db
    .selectFrom('orders')
    .select(['id', 'stripe_subscription_id as subscription'])
    .where('autorenew', '=', true)
    .where('renews_at', '<=', grace)
    .orderBy('renews_at')
    .limit(50)
    .execute()
  return due as { id: string; subscription: string }[]
}
