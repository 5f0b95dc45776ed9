import { payoutRefusals, staffPayouts } from '#contract/selling/staff-payouts.ts'
import { refundRefusals } from '#contract/selling/staff-refunds.ts'
import type { Roles } from '#contract/wire/capabilities.ts'
import { formatBriefMoney } from '#contract/wire/currency.ts'
import { may } from '#contract/wire/endpoint.ts'
import type { CryptoProviders } from '#server/adapters/payments/crypto-provider.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { rehearse } from '#server/kernel/database/rehearse.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { endPayout } from '#server/selling/orders/end-payout.ts'
import { payoutStatusesFor, payoutTransitions } from '#server/selling/orders/payout-status.ts'
import { leftOf, listRefundable } from '#server/selling/orders/refundable.ts'
import type { Decision } from '#server/selling/orders/tell-payout.ts'
import { askSoon } from '#server/selling/payments/claims.ts'
import { offered, reached } from '#server/selling/payments/providers.ts'
import { takeBackEffect } from '#server/selling/refunds/effects.ts'
import { requireNoOther } from './claim.ts'
import { findRest } from './offer.ts'
import { findPayout, type LockedPayout, lockPayout, lockPayoutFor } from './read.ts'
import { takeFromServer } from './send.ts'

/** The coins of an approved payout may be leaving manually: only their sender can withdraw it. */
export async function withdrawPayout(
  db: Database,
  { btcpay }: CryptoProviders,
  staff: Staff & Roles,
  id: string,
  reason: string,
) {
  const before = await findPayout(db, id)
  await requireMayWithdraw(db, staff, before)
  const { by_server, pull_payment_id: setAside, status, address } = before
  if (by_server && status === 'approved' && setAside && address) {
    const claim = { id, setAside, address }
    if (!(await reached(takeFromServer(db, offered(btcpay), claim))))
      throw new Refusal(payoutRefusals.payout_moved)
  }
  await transaction(db, async (tx) => {
    const payout = await lockPayoutFor(tx, id, 'withdraw')
    await requireMayWithdraw(tx, staff, payout)
    await requireNoOther(tx, staff, payout)
    // The server was given the payout at this moment.
    if (payout.by_server && payout.pull_payment_id !== setAside)
      throw new Refusal(payoutRefusals.payout_moved)
    await withdraw(tx, payout, { staff, reason })
  })
}

/** The amount that can be refunded afterwards. Throws the same errors as withdrawing. */
export function previewWithdraw(db: Database, staff: Staff & Roles, id: string) {
  return rehearse(db, async (tx) => {
    const payout = await lockPayoutFor(tx, id, 'withdraw')
    await requireMayWithdraw(tx, staff, payout)
    await requireNoOther(tx, staff, payout)
    await withdraw(tx, payout, { staff, reason: 'Preview' })
    if (!payout.refund_id) return { again: (await findRest(tx, payout.order_id))?.amount ?? 0 }
    return { again: leftOf(await listRefundable(tx, payout.order_id)) }
  })
}

/** Support can withdraw the payouts that it may offer. */
async function requireMayWithdraw(
  db: Database,
  staff: Roles,
  { status, amount_cents }: Pick<LockedPayout, 'status' | 'amount_cents'>,
) {
  if (may(staff, staffPayouts.sent)) return
  if (status === 'approved') throw new Refusal(payoutRefusals.payout_approved)
  const { support_refund_dollars } = await db
    .selectFrom('settings')
    .select('support_refund_dollars')
    .executeTakeFirstOrThrow()
  const most = support_refund_dollars * 100
  if (amount_cents > most)
    throw new Refusal(refundRefusals.refund_above_limit, {
      values: { limit: formatBriefMoney(most) },
    })
}

/** `decision` is null if the offer has expired or the customer is deleted. */
export async function withdraw(tx: Tx, payout: LockedPayout, decision: Decision | null) {
  const { order_id, kind, refund_id } = payout
  await endPayout(tx, payout, decision ? 'withdraw' : 'expire', decision)
  // The missing part may have arrived, and the coins of this payout count again.
  if (kind === 'short') await askSoon(tx, order_id)
  if (!refund_id) return
  const refund = await tx
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', refund_id)
    .where('status', '=', 'asked')
    .executeTakeFirst()
  if (refund) await takeBackEffect(tx, refund, { status: 'canceled', failure: null })
}

/** For a user who is being deleted, and can no longer confirm a payout address. */
export async function withdrawOffersOf(tx: Tx, userId: number) {
  const open = await tx
    .selectFrom('payouts')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('payouts.id')
    .where('user_id', '=', userId)
    .where('payouts.status', 'in', payoutStatusesFor('expire'))
    .orderBy('payouts.id')
    .execute()
  for (const { id } of open) {
    const payout = await lockPayout(tx, id)
    if (payoutTransitions[payout.status].expire) await withdraw(tx, payout, null)
  }
}
