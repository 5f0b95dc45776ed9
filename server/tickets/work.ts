import { sql } from 'kysely'
import type { Parsed } from '#contract/endpoint.ts'
import { staffTickets } from '#contract/staff-tickets.ts'
import { record } from '#server/events/record.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Staff } from '#server/logs/staff.ts'
import { refuseStale } from '#server/logs/stale.ts'
import { active, ofStaff } from '#server/users/living.ts'
import { lockTicket } from './messages.ts'
import { getStaffTicket } from './staff-tickets.ts'

/**
 * Sets the state of a ticket; the one that it has changes nothing. Throws 404, and
 * `changed_meanwhile` when it was answered or given another state or assignee since the revision
 * that was looked at.
 */
export function setStatus(
  db: Database,
  staff: Staff,
  ticketId: number,
  { status, revision: seen }: Parsed<typeof staffTickets.setStatus>['body'],
) {
  return transaction(db, async (tx) => {
    const before = await lockTicket(tx, ticketId)
    if (before.status !== status) {
      await refuseStaleTicket(tx, staff, ticketId, seen, before)
      const { revision } = await tx
        .updateTable('tickets')
        .set({ status, updated_at: sql`now()` })
        .where('id', '=', ticketId)
        .returning('revision')
        .executeTakeFirstOrThrow()
      await record(tx, 'ticket.status_changed', {
        staff,
        userId: before.user_id,
        data: {
          ticket: ticketId,
          revision,
          before: { status: before.status },
          after: { status },
        },
      })
    }
    return getStaffTicket(tx, ticketId)
  })
}

/**
 * Gives a ticket to a member of staff, or takes it back. Throws 404, 409 for somebody else, and
 * `changed_meanwhile` as `setStatus` does.
 */
export function assign(
  db: Database,
  staff: Staff,
  ticketId: number,
  { uid: to, revision: seen }: Parsed<typeof staffTickets.assign>['body'],
) {
  return transaction(db, async (tx) => {
    // The user is locked before the ticket, as when a role is taken away and its tickets
    // unassigned.
    if (to !== null) await requireStaff(tx, to)
    const before = await lockTicket(tx, ticketId)
    if (before.assigned_to !== to) {
      await refuseStaleTicket(tx, staff, ticketId, seen, before)
      const { revision } = await tx
        .updateTable('tickets')
        .set({ assigned_to: to })
        .where('id', '=', ticketId)
        .returning('revision')
        .executeTakeFirstOrThrow()
      await record(tx, to === null ? 'ticket.unassigned' : 'ticket.assigned', {
        staff,
        userId: before.user_id,
        data: {
          ticket: ticketId,
          revision,
          before: { assigned_to: before.assigned_to },
          after: { assigned_to: to },
        },
      })
    }
    return getStaffTicket(tx, ticketId)
  })
}

function refuseStaleTicket(
  tx: Tx,
  staff: Staff,
  ticket: number,
  seen: number | undefined,
  now: Awaited<ReturnType<typeof lockTicket>>,
) {
  // A customer's message, which opens it again, is no entry of the log.
  const unlogged = now.unanswered_since ? 'the customer, who wrote again' : undefined
  return refuseStale(tx, staff, { ticket }, seen, now.revision, unlogged)
}

/** Closes what somebody who is deleted had asked: nobody would read an answer. */
export async function closeTicketsOf(tx: Tx, userId: number) {
  await tx
    .updateTable('tickets')
    .set({ status: 'closed' })
    .where('user_id', '=', userId)
    .where('status', 'in', ['open', 'in_progress'])
    .execute()
}

/** Gives back the tickets of somebody who is no longer of the staff. */
export async function letGoOfTickets(tx: Tx, userId: number) {
  await tx
    .updateTable('tickets')
    .set({ assigned_to: null })
    .where('assigned_to', '=', userId)
    .execute()
}

/**
 * Locks a member of staff: a concurrent demotion or deletion waits, and then unassigns the ticket.
 */
async function requireStaff(tx: Tx, id: number) {
  const member = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where(active)
    .where(ofStaff)
    .forShare()
    .executeTakeFirst()
  if (!member) throw new Refusal(staffTickets.assign.refusals.not_staff)
}
