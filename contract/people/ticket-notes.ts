import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { id, pathId, timestamp } from '#contract/wire/wire.ts'
import { ticketContent, ticketRefusals } from './tickets.ts'

/** How long its author can change or delete a note. */
export const noteMinutes = 15

/** The notes of a ticket that are listed: the latest. */
export const mostNotes = 200

export const ticketNote = z
  .object({
    id,
    uid: id.meta({ description: 'Author' }),
    username: z.string(),
    content: z.string(),
    created_at: timestamp,
    edited_at: timestamp.nullable(),
    can_change: z.boolean().meta({
      description: `Whether the caller can change the note. Authors can for ${noteMinutes} minutes.`,
    }),
    can_delete: z.boolean().meta({
      description:
        'Whether the caller can delete the note. Administrators can delete every note, and authors those that they can change.',
    }),
  })
  .meta({ id: 'TicketNote' })
export type TicketNote = z.input<typeof ticketNote>

const unknown = { unknown_ticket: ticketRefusals.unknown_ticket }
const ofTicket = { params: z.object({ id: pathId }) }
const one = { params: z.object({ id: pathId, note: pathId }) }

const noteRefusals = refusals({
  unknown_note: [404, 'Note not found'],
  not_your_note: [403, 'Only the author of a note can change or delete it'],
  note_final: [
    409,
    `This note is more than ${noteMinutes} minutes old and can no longer be changed or deleted`,
  ],
})

/** Notes of staff on a ticket, which its customer never sees. */
export const ticketNotes = {
  list: endpoint({
    method: 'GET',
    path: '/admin/tickets/{id}/notes',
    who: 'staff',
    can: 'answer_tickets',
    summary: 'List the notes on a ticket',
    description: `Oldest first, at most the latest ${mostNotes}. The customer never sees them.`,
    ...ofTicket,
    result: z.object({ notes: z.array(ticketNote) }),
    refusals: unknown,
  }),
  add: endpoint({
    method: 'POST',
    path: '/admin/tickets/{id}/notes',
    who: 'staff',
    can: 'answer_tickets',
    summary: 'Add a note to a ticket',
    description: 'The customer is not emailed and never sees the note.',
    limit: { max: 120, seconds: 300, by: 'user' },
    ...ofTicket,
    body: z.object({ content: ticketContent }),
    result: ticketNote,
    status: 201,
    refusals: unknown,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/admin/tickets/{id}/notes/{note}',
    who: 'staff',
    can: 'answer_tickets',
    summary: 'Change a note',
    ...one,
    body: z.object({ content: ticketContent }),
    result: ticketNote,
    refusals: noteRefusals,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/tickets/{id}/notes/{note}',
    who: 'staff',
    can: 'answer_tickets',
    summary: 'Delete a note',
    ...one,
    result: z.object({ deleted: z.literal(true) }),
    refusals: noteRefusals,
  }),
}
