import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type RemovalEffects, staffUsers } from '#contract/people/staff-users.ts'
import { unlink } from '#server/access/discord/link.ts'
import { forgetGiftWords } from '#server/access/subscriptions/gifts.ts'
import { revokeTime } from '#server/access/subscriptions/ledger.ts'
import { clockOf } from '#server/access/subscriptions/still.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { rehearse } from '#server/kernel/database/rehearse.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { forgetComputersOf } from '#server/licensing/devices/heat.ts'
import { closeTicketsOf, letGoOfTickets } from '#server/people/tickets/work.ts'
import { revokeKeysOf } from '#server/platform/api-keys/staff-keys.ts'
import { record } from '#server/platform/events/record.ts'
import { scrubEventsOf } from '#server/platform/events/retention.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { forgetAllFailures } from '#server/platform/sessions/login-failures.ts'
import { forgetCompanyOf } from '#server/platform/taxes/retention.ts'
import { deleteOwnRows } from '#server/platform/users/own-rows.ts'
import { lockUser } from '#server/platform/users/users.ts'
import { forgetTracesOf } from '#server/selling/disputes/retention.ts'
import { isOpen } from '#server/selling/disputes/states.ts'
import { forgetAddresses } from '#server/selling/orders/payout-addresses.ts'
import { lockOrdersOf } from '#server/selling/orders/settle.ts'
import { forgetPaymentEventsOf } from '#server/selling/payments/retention.ts'
import { withdrawOffersOf } from '#server/selling/payouts/withdraw.ts'
import { keepAnAdmin } from './last-admin.ts'

/** Keeps the row for orders. Throws 404, and 409 for oneself and the last administrator. */
export async function removeUser(db: Database, staff: Staff, userId: number, reason?: string) {
  await transaction(db, (tx) => remove(tx, staff, userId, reason))
}

/** The data that would be deleted and that would remain. Throws what the removal would throw. */
export function previewRemoval(db: Database, staff: Staff, userId: number) {
  return rehearse(db, async (tx): Promise<RemovalEffects> => {
    const before = await countRunning(tx, userId)
    await remove(tx, staff, userId)
    const stays = await countRunning(tx, userId)
    const ends = { ...before }
    for (const each of Object.keys(ends) as (keyof typeof ends)[]) ends[each] -= stays[each]
    return { ends, stays }
  })
}

async function remove(tx: Tx, staff: Staff, userId: number, reason?: string) {
  if (userId === staff.id) throw new Refusal(staffUsers.remove.refusals.not_deleting_yourself)
  // Lock orders before their users, in the same order as payments do.
  await withdrawOffersOf(tx, userId)
  await lockOrdersOf(tx, userId)
  await forgetCompanyOf(tx, userId)
  await keepAnAdmin(tx, userId)
  const user = await lockUser(tx, userId, { deleting: true })
  await revokeTime(tx, { userId, actorId: staff.id })
  await unlink(tx, userId)
  await forgetAllFailures(tx, user)
  await forgetComputersOf(tx, userId)
  await deleteOwnRows(tx, userId)
  await forgetTracesOf(tx, userId)
  await forgetGiftWords(tx, userId)
  await revokeKeysOf(tx, staff, userId)
  await letGoOfTickets(tx, userId)
  await closeTicketsOf(tx, userId)
  await forgetMails(tx, userId)
  await forgetPaymentEventsOf(tx, userId)
  await scrubEventsOf(tx, userId)
  await forgetName(tx, userId)
  await forgetAddresses(tx, userId)
  await forgetLogged(tx, userId)
  const role = user.admin ? 'admin' : user.support ? 'support' : 'user'
  await record(tx, 'user.deleted', { userId, staff, data: { role, ...(reason && { reason }) } })
}

async function countRunning(tx: Tx, userId: number) {
  const { rows } = await sql<RemovalEffects['stays']>`
    select (select count(*)::int from subscriptions
             where user_id = ${userId} and ends_at > ${clockOf('subscriptions')}) as subscriptions,
           (select count(*)::int from renewals
             where user_id = ${userId} and state <> 'ended') as renewals,
           (select count(*)::int from payouts join orders on orders.id = order_id
             where user_id = ${userId} and payouts.status in ('offered', 'given', 'approved'))
             as payouts,
           (select count(*)::int from disputes join orders on orders.id = order_id
             where user_id = ${userId} and ${isOpen('disputes.state')}) as disputes,
           (select count(*)::int from tickets
             where user_id = ${userId} and status in ('open', 'in_progress')) as tickets,
           (select count(*)::int from api_keys
             where created_by = ${userId} and revoked_at is null) as api_keys`.execute(tx)
  return rows[0]!
}

/** This is the only change that the log allows, and only for a deleted user. */
async function forgetLogged(tx: Tx, userId: number) {
  await sql`
    update logs set details = without_names(details)
     where user_id = ${userId} and details <> without_names(details)`.execute(tx)
}

/** The mails stay in the mail log, without address and text. */
async function forgetMails(tx: Tx, userId: number) {
  await tx
    .updateTable('mails')
    .set({
      user_id: null,
      recipient: 'Deleted user',
      text_body: '',
      html_body: '',
      headers: '{}',
      about: '{}',
      error: null,
      status: sql`case when status = 'queued' then 'failed' else status end`,
    })
    .where('user_id', '=', userId)
    .execute()
}

/** The replacement name belongs to nobody. The former name and address become free. */
async function forgetName(tx: Tx, userId: number) {
  const nobody = `deleted-${randomBytes(9).toString('hex')}`
  await tx
    .updateTable('users')
    .set({
      username: nobody,
      email: `${nobody}@deleted.invalid`,
      password_hash: null,
      admin: false,
      support: false,
      banned: false,
      verified_at: null,
      last_login_at: null,
      referral_code: null,
      terms_version: null,
      terms_accepted_at: null,
      tax_country: null,
      deleted_at: sql`now()`,
    })
    .where('id', '=', userId)
    .execute()
}
