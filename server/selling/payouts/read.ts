import { sql } from 'kysely'
import type { PayoutKind, PayoutStatus } from '#contract/selling/payouts.ts'
import { payoutRefusals } from '#contract/selling/staff-payouts.ts'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { type Page, pageOf } from '#server/kernel/lists/page.ts'
import { masked } from '#server/platform/users/masked.ts'
import { shownName } from '#server/platform/users/shown-name.ts'
import { removedAddress } from '#server/selling/orders/payout-addresses.ts'
import { type PayoutEvent, requireTransition } from '#server/selling/orders/payout-status.ts'
import { ranOut } from '#server/selling/orders/ran-out.ts'
import { lockOrder } from '#server/selling/orders/settle.ts'
import type { ToldPayout } from '#server/selling/orders/tell-payout.ts'
import { takesMemo } from './address.ts'
import { explorerOf } from './explorers.ts'
import { takenItems } from './taken-items.ts'

const shown = [
  'payouts.id',
  'payouts.created_at',
  'payouts.order_id',
  'payouts.kind',
  'payouts.status',
  'amount_cents',
  'coins',
  'currency',
  'network',
  'payouts.address',
  'memo',
  'payouts.expires_at',
  'transaction_id',
  'given_at',
  'approved_at',
  'sent_at',
  'done_at',
  'withdrawn_at',
  'payouts.provider',
  'by_server',
  'server_note',
] as const

function select(db: Database) {
  return db
    .selectFrom('payouts')
    .innerJoin('orders', 'orders.id', 'payouts.order_id')
    .innerJoin('users', 'users.id', 'user_id')
    .leftJoin('users as offerer', 'offerer.id', 'payouts.created_by')
    .leftJoin('users as approver', 'approver.id', 'payouts.approved_by')
    .leftJoin('users as claimer', 'claimer.id', 'payouts.claimed_by')
    .select(shown)
    .select([
      'users.email',
      'users.username',
      sql<PayoutStatus>`payouts.status`.as('status'),
      sql<PayoutKind>`payouts.kind`.as('kind'),
      sql<boolean>`payouts.status = 'offered' and payouts.expires_at <= now()`.as('late'),
      ranOut.as('ran_out'),
      sql<boolean>`code_hash is not null and code_expires_at > now()`.as('code_sent'),
      sql<
        string | null
      >`case when payouts.created_by is not null then ${shownName('offerer')} end`.as('by'),
      sql<
        string | null
      >`case when payouts.approved_by is not null then ${shownName('approver')} end`.as(
        'approved_by',
      ),
      'claimed_by',
      'claimed_at',
      shownName('claimer').as('claimer'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

function present({ amount_cents, coins, address, claimed_by, claimed_at, claimer, ...row }: Row) {
  return {
    ...row,
    claim:
      row.status === 'approved' && claimed_by !== null && claimed_at
        ? { uid: claimed_by, name: claimer, at: claimed_at }
        : null,
    address: address === removedAddress ? null : address,
    amount: amount_cents,
    coins: Number(coins),
    transaction_url: explorerOf(row.network, row.transaction_id),
  }
}

/** Returns a payout as the owner of its link sees it. An expired offer counts as withdrawn. */
export async function readForCustomer(db: Database, id: string) {
  const row = await select(db)
    .select(takenItems)
    .where('payouts.id', '=', id)
    .executeTakeFirstOrThrow()
  const { items, ...payout } = row
  return {
    ...present(payout),
    takes: items.map(({ name }) => name),
    status: row.late ? ('withdrawn' as const) : row.status,
    takes_memo: takesMemo(row.network),
    email: masked(row.email),
  }
}

/** Throws `unknown_payout`. */
export async function getPayout(db: Database, id: string) {
  const row = await select(db).where('payouts.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal(payoutRefusals.unknown_payout)
  return present(row)
}

/** Throws `unknown_payout`. */
export async function findPayout(db: Database, id: string) {
  const payout = await db
    .selectFrom('payouts')
    .select(['status', 'provider', 'by_server', 'pull_payment_id', 'address', 'amount_cents'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!payout) throw new Refusal(payoutRefusals.unknown_payout)
  return payout
}

/** Returns the payouts of an order, newest first. */
export async function listPayouts(db: Database, orderId: string, page: Page) {
  const ofOrder = select(db)
    .where('payouts.order_id', '=', orderId)
    .orderBy('payouts.created_at', 'desc')
    .orderBy('payouts.id')
  const { rows, total } = await pageOf(ofOrder, page)
  return { payouts: rows.map(present), total }
}

export type LockedPayout = ToldPayout & {
  refund_id: string | null
  address: string | null
  by_server: boolean
  /** The administrator who sends or has sent it manually. */
  claimed_by: number | null
  pull_payment_id: string | null
}

/** Locks the order before the payout, as all code that needs both does. Throws `unknown_payout`. */
export async function lockPayout(tx: Tx, id: string): Promise<LockedPayout> {
  const found = await tx
    .selectFrom('payouts')
    .select('order_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new Refusal(payoutRefusals.unknown_payout)
  await lockOrder(tx, found.order_id)
  const { rows } = await sql<LockedPayout>`
    select payouts.id, order_id, user_id, refund_id, status, kind, payouts.address, amount_cents,
           currency, by_server, pull_payment_id, claimed_by
      from payouts join orders on orders.id = order_id
     where payouts.id = ${id} for update of payouts`.execute(tx)
  return rows[0]!
}

/** Locks a payout that accepts the event. Throws 404, and 409 if another request was faster. */
export async function lockPayoutFor(tx: Tx, id: string, event: PayoutEvent): Promise<LockedPayout> {
  const payout = await lockPayout(tx, id)
  requireTransition(payout.status, event)
  return payout
}
