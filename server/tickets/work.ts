import { sql } from 'kysely'
import type { TicketStatus } from '#contract/tickets.ts'
import { type Database, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { logStaffAction, type Staff } from '#server/logs/staff.ts'
import { readDeskTicket } from './desk.ts'
import { lockTicket } from './messages.ts'

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
    const { updated_at } = await readDeskTicket(tx, ticketId)
    return { status, updated_at }
  })
}

/** Gives a ticket to a member of staff, or takes it back. Throws 404, and 409 for somebody else. */
export function assign(db: Database, staff: Staff, ticketId: number, to: number | null) {
  return transaction(db, async (tx) => {
    const before = await lockTicket(tx, ticketId)
    if (to !== null) await requireStaff(tx, to)
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
    return readDeskTicket(tx, ticketId)
  })
}

async function requireStaff(db: Database, id: number) {
  const member = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('banned', '=', false)
    .where((eb) => eb.or([eb('admin', '=', true), eb('support', '=', true)]))
    .executeTakeFirst()
  if (!member) throw new Refusal(409, 'A ticket can only be assigned to staff')
}
