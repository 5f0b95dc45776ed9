import { sql } from 'kysely'
import { staffTickets } from '#contract/staff-tickets.ts'
import type { TicketStatus } from '#contract/tickets.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { logStaffAction, type Staff } from '#server/logs/staff.ts'
import { active } from '#server/users/living.ts'
import { lockTicket } from './messages.ts'
import { getStaffTicket } from './staff-tickets.ts'

/** Sets the state of a ticket; the one that it has changes nothing. Throws 404. */
export function setStatus(db: Database, staff: Staff, ticketId: number, status: TicketStatus) {
  return transaction(db, async (tx) => {
    const before = await lockTicket(tx, ticketId)
    if (before.status !== status) {
      await tx
        .updateTable('tickets')
        .set({ status, updated_at: sql`now()` })
        .where('id', '=', ticketId)
        .execute()
      await logStaffAction(tx, staff, {
        message: 'Ticket status changed',
        userId: before.user_id,
        about: { ticket: ticketId },
        before: { status: before.status },
        after: { status },
      })
    }
    const { updated_at } = await getStaffTicket(tx, ticketId)
    return { status, updated_at }
  })
}

/** Gives a ticket to a member of staff, or takes it back. Throws 404, and 409 for somebody else. */
export function assign(db: Database, staff: Staff, ticketId: number, to: number | null) {
  return transaction(db, async (tx) => {
    // The user is locked before the ticket, as when a role is taken away and its tickets
    // unassigned.
    if (to !== null) await requireStaff(tx, to)
    const before = await lockTicket(tx, ticketId)
    if (before.assigned_to !== to) {
      await tx.updateTable('tickets').set({ assigned_to: to }).where('id', '=', ticketId).execute()
      await logStaffAction(tx, staff, {
        message: to === null ? 'Ticket taken back' : 'Ticket assigned',
        userId: before.user_id,
        about: { ticket: ticketId },
        before: { assigned_to: before.assigned_to },
        after: { assigned_to: to },
      })
    }
    return getStaffTicket(tx, ticketId)
  })
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
    .where((eb) => eb.or([eb('admin', '=', true), eb('support', '=', true)]))
    .forShare()
    .executeTakeFirst()
  if (!member) throw new Refusal(staffTickets.assign.refusals.not_staff)
}
