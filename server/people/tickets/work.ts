import { sql } from 'kysely'
import { staffTickets } from '#contract/people/staff-tickets.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { refuseStale } from '#server/platform/logs/stale.ts'
import { active, ofStaff } from '#server/platform/users/living.ts'
import { lockTicket } from './messages.ts'
import { getStaffTicket } from './staff-tickets.ts'

/** Throws 404, and `changed_meanwhile` after a reply, or another status or assignee. */
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

/** Throws 404, 409 if the assignee is not a staff member, and `changed_meanwhile`. */
export function assign(
  db: Database,
  staff: Staff,
  ticketId: number,
  { uid: to, revision: seen }: Parsed<typeof staffTickets.assign>['body'],
) {
  return transaction(db, async (tx) => {
    // The user before the ticket, as when a role is removed and its tickets are unassigned.
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
  // A customer's message, which reopens the ticket, has no log entry.
  const unlogged = now.unanswered_since ? 'the customer, who wrote again' : undefined
  return refuseStale(tx, staff, { ticket }, seen, now.revision, unlogged)
}

/** Closes the tickets of a deleted user, since nobody would read a reply. */
export async function closeTicketsOf(tx: Tx, userId: number) {
  await tx
    .updateTable('tickets')
    .set({ status: 'closed' })
    .where('user_id', '=', userId)
    .where('status', 'in', ['open', 'in_progress'])
    .execute()
}

export async function letGoOfTickets(tx: Tx, userId: number) {
  await tx
    .updateTable('tickets')
    .set({ assigned_to: null })
    .where('assigned_to', '=', userId)
    .execute()
}

/** Locks a staff member. A concurrent demotion or deletion waits, and then unassigns the ticket. */
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
