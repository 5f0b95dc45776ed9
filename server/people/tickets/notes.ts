import { sql } from 'kysely'
import { mostNotes, noteMinutes, ticketNotes } from '#contract/people/ticket-notes.ts'
import type { Roles } from '#contract/wire/capabilities.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { shownName } from '#server/platform/users/shown-name.ts'
import { getStaffTicket } from './staff-tickets.ts'

type Author = Staff & Roles

const isRecent = sql<boolean>`ticket_notes.created_at > now() - make_interval(mins => ${noteMinutes})`

/** Oldest first. Throws 404. */
export async function listNotes(db: Database, staff: Author, ticketId: number) {
  await getStaffTicket(db, ticketId)
  const latest = await selectNotes(db, staff)
    .where('ticket_id', '=', ticketId)
    .orderBy('ticket_notes.id', 'desc')
    .limit(mostNotes)
    .execute()
  return { notes: latest.reverse() }
}

/** Throws 404. */
export function addNote(db: Database, staff: Author, ticket: number, content: string) {
  return transaction(db, async (tx) => {
    const { uid: userId } = await getStaffTicket(tx, ticket)
    const { id } = await tx
      .insertInto('ticket_notes')
      .values({ ticket_id: ticket, user_id: staff.id, content })
      .returning('id')
      .executeTakeFirstOrThrow()
    await record(tx, 'ticket.note_added', { staff, userId, data: { ticket, note: id } })
    return getNote(tx, staff, id)
  })
}

type Place = { id: number; note: number }

/** Throws 404, 403 for another author's note, and 409 when it is too old. */
export function changeNote(db: Database, staff: Author, place: Place, content: string) {
  return transaction(db, async (tx) => {
    const userId = await lockNote(tx, staff, place)
    await tx
      .updateTable('ticket_notes')
      .set({ content, edited_at: sql`now()` })
      .where('id', '=', place.note)
      .execute()
    const data = { ticket: place.id, note: place.note }
    await record(tx, 'ticket.note_changed', { staff, userId, data })
    return getNote(tx, staff, place.note)
  })
}

/** Throws as `changeNote` does, except that administrators can delete all notes. */
export function removeNote(db: Database, staff: Author, place: Place) {
  return transaction(db, async (tx) => {
    const userId = await lockNote(tx, staff, place, staff.admin)
    await tx.deleteFrom('ticket_notes').where('id', '=', place.note).execute()
    const data = { ticket: place.id, note: place.note }
    await record(tx, 'ticket.note_deleted', { staff, userId, data })
    return { deleted: true as const }
  })
}

/**
 * Locks a note and returns its ticket's customer. Unless `canLockAny`, throws 403 for another author's
 * note and 409 for an old one.
 */
async function lockNote(tx: Tx, staff: Author, { id, note }: Place, canLockAny = false) {
  const found = await tx
    .selectFrom('ticket_notes')
    .innerJoin('tickets', 'tickets.id', 'ticket_id')
    .select(['ticket_notes.user_id as author', 'tickets.user_id as customer'])
    .select(isRecent.as('is_recent'))
    .where('ticket_notes.id', '=', note)
    .where('ticket_id', '=', id)
    .forNoKeyUpdate('ticket_notes')
    .executeTakeFirst()
  const { unknown_note, not_your_note, note_final } = ticketNotes.change.refusals
  if (!found) throw new Refusal(unknown_note)
  if (canLockAny) return found.customer
  if (found.author !== staff.id) throw new Refusal(not_your_note)
  if (!found.is_recent) throw new Refusal(note_final)
  return found.customer
}

const getNote = (db: Database, staff: Author, id: number) =>
  selectNotes(db, staff).where('ticket_notes.id', '=', id).executeTakeFirstOrThrow()

function selectNotes(db: Database, staff: Author) {
  const canChange = sql<boolean>`(ticket_notes.user_id = ${staff.id} and ${isRecent})`
  return db
    .selectFrom('ticket_notes')
    .innerJoin('users as author', 'author.id', 'ticket_notes.user_id')
    .select(['ticket_notes.id', 'ticket_notes.user_id as uid', 'ticket_notes.content'])
    .select(['ticket_notes.created_at', 'ticket_notes.edited_at'])
    .select(shownName('author').as('username'))
    .select(canChange.as('can_change'))
    .select(sql<boolean>`(${staff.admin} or ${canChange})`.as('can_delete'))
}
