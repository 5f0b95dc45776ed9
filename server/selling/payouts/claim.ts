import { sql } from 'kysely'
import { payoutRefusals } from '#contract/selling/staff-payouts.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { shownName } from '#server/platform/users/shown-name.ts'
import { aboutPayout } from '#server/selling/orders/tell-payout.ts'
import { requireOwed } from './owed.ts'
import { type LockedPayout, lockPayoutFor } from './read.ts'

/** `from` is the administrator that the caller saw. Throws 409 if there is another one by now. */
export function claimPayout(db: Database, staff: Staff, id: string, from: number | null) {
  return transaction(db, async (tx) => {
    const payout = await lockByHand(tx, id)
    if (payout.claimed_by === staff.id) return
    if (payout.claimed_by !== from) await refuseClaimed(tx, payout)
    await requireOwed(tx, payout)
    await tx
      .updateTable('payouts')
      .set({ claimed_by: staff.id, claimed_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    const data = {
      ...aboutPayout(payout),
      before: { claimed_by: from },
      after: { claimed_by: staff.id },
    }
    await record(tx, 'payout.claimed', { userId: payout.user_id, staff, data })
  })
}

/** Releases a payout that was not sent, so that another administrator can claim it. */
export function releasePayout(db: Database, staff: Staff, id: string) {
  return transaction(db, async (tx) => {
    const payout = await lockByHand(tx, id)
    if (payout.claimed_by === null) return
    await requireNoOther(tx, staff, payout)
    await tx
      .updateTable('payouts')
      .set({ claimed_by: null, claimed_at: null })
      .where('id', '=', id)
      .execute()
    const data = {
      ...aboutPayout(payout),
      before: { claimed_by: payout.claimed_by },
      after: { claimed_by: null },
    }
    await record(tx, 'payout.released', { userId: payout.user_id, staff, data })
  })
}

export async function lockByHand(tx: Tx, id: string): Promise<LockedPayout> {
  const payout = await lockPayoutFor(tx, id, 'send')
  if (payout.by_server) throw new Refusal(payoutRefusals.payout_moved)
  return payout
}

/** Throws while another administrator may be sending the payout. */
export async function requireNoOther(tx: Tx, staff: Staff, payout: LockedPayout) {
  if (payout.status !== 'approved' || payout.claimed_by === staff.id) return
  if (payout.claimed_by !== null) await refuseClaimed(tx, payout)
}

async function refuseClaimed(tx: Tx, { id }: LockedPayout): Promise<never> {
  const claim = await tx
    .selectFrom('payouts')
    .innerJoin('users', 'users.id', 'claimed_by')
    .select(shownName().as('name'))
    .select(sql<number>`ceil(extract(epoch from now() - claimed_at) / 60)::int`.as('minutes'))
    .where('payouts.id', '=', id)
    .executeTakeFirst()
  if (!claim) throw new Refusal(payoutRefusals.payout_moved)
  const { name, minutes } = claim
  throw new Refusal(payoutRefusals.payout_claimed, { values: { name, when: ago(minutes) } })
}

function ago(minutes: number): string {
  if (minutes <= 1) return 'a moment ago'
  return minutes < 120 ? `${minutes} minutes ago` : `${Math.round(minutes / 60)} hours ago`
}
