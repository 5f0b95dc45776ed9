import * as z from 'zod'
import { ticketCategory, ticketStatus } from '#contract/wire/ticket.ts'
import { shopEvent, staffEvent } from './event.ts'

const ticket = z.int()
const revision = z.int()

const status = z.object({ status: ticketStatus })
const note = z.object({ ticket, note: z.int() })
const noteSample = { ticket: 41, note: 7 }
const assignee = z.object({ assigned_to: z.int().nullable() })

const canned_reply = z.int()
const replyState = z.object({
  name: z.string(),
  category: ticketCategory.nullable(),
  /** The first 2,000 characters. */
  content: z.string(),
  /** Length of the whole text, in characters. */
  length: z.int(),
})
const replySample = {
  name: 'Restart',
  category: 'Technical' as const,
  content: 'Please restart the loader.',
  length: 26,
}

/** Staff actions on a ticket are events of the customer who opened it. */
export const ticketEvents = {
  'ticket.answered': staffEvent({
    message: 'Ticket answered',
    data: z.object({
      ticket,
      reply: z.int(),
      revision,
      before: status.partial(),
      after: status.partial(),
    }),
    sample: {
      ticket: 41,
      reply: 112,
      revision: 3,
      before: { status: 'open' },
      after: { status: 'in_progress' },
    },
  }),
  'ticket.status_changed': staffEvent({
    message: 'Ticket status changed',
    data: z.object({ ticket, revision, before: status, after: status }),
    sample: {
      ticket: 41,
      revision: 4,
      before: { status: 'in_progress' },
      after: { status: 'resolved' },
    },
  }),
  'ticket.assigned': staffEvent({
    message: 'Ticket assigned',
    data: z.object({ ticket, revision, before: assignee, after: assignee }),
    sample: { ticket: 41, revision: 5, before: { assigned_to: null }, after: { assigned_to: 2 } },
  }),
  'ticket.unassigned': staffEvent({
    message: 'Ticket unassigned',
    data: z.object({ ticket, revision, before: assignee, after: assignee }),
    sample: { ticket: 41, revision: 6, before: { assigned_to: 2 }, after: { assigned_to: null } },
  }),
  'ticket.note_added': staffEvent({
    message: 'Note added to a ticket',
    data: note,
    sample: noteSample,
  }),
  'ticket.note_changed': staffEvent({
    message: 'Note on a ticket changed',
    data: note,
    sample: noteSample,
  }),
  'ticket.note_deleted': staffEvent({
    message: 'Note on a ticket deleted',
    data: note,
    sample: noteSample,
  }),
  'canned_reply.added': shopEvent({
    message: 'Canned reply added',
    data: z.object({ canned_reply, after: replyState }),
    sample: { canned_reply: 5, after: replySample },
  }),
  'canned_reply.changed': shopEvent({
    message: 'Canned reply changed',
    data: z.object({
      canned_reply,
      name: z.string(),
      revision,
      before: replyState.partial(),
      after: replyState.partial(),
    }),
    sample: {
      canned_reply: 5,
      name: 'Restart',
      revision: 2,
      before: { category: null },
      after: { category: 'Technical' },
    },
  }),
  'canned_reply.deleted': shopEvent({
    message: 'Canned reply deleted',
    data: z.object({ canned_reply, name: z.string(), before: replyState }),
    sample: { canned_reply: 5, name: 'Restart', before: replySample },
  }),
}
