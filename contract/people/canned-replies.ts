import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { revision, revisionRefusals, seenRevision } from '#contract/wire/revisions.ts'
import { line } from '#contract/wire/text.ts'
import { prose } from '#contract/wire/text-fields.ts'
import { ticketCategory } from '#contract/wire/ticket.ts'
import { id, pathId } from '#contract/wire/wire.ts'

/** Replaced by facts of the ticket when a staff member inserts the reply. */
export const replyPlaceholders = ['username', 'product', 'ends', 'order', 'agent', 'shop'] as const
export type ReplyPlaceholder = (typeof replyPlaceholders)[number]

export const longestReplyName = 60

/** The most canned replies that a shop can have. */
export const mostReplies = 500

const fields = {
  name: line(longestReplyName, 'Enter a name'),
  category: ticketCategory
    .nullable()
    .meta({ description: 'The tickets that it is suggested for; null for all' }),
  content: prose(10_000, replyPlaceholders),
}

export const cannedReply = z.object({ id, ...fields, revision }).meta({ id: 'CannedReply' })
export type CannedReply = z.input<typeof cannedReply>

const one = { params: z.object({ id: pathId }) }

const replyRefusals = refusals({
  unknown_canned_reply: [404, 'Canned reply not found'],
  canned_reply_name_taken: [409, 'Another canned reply has this name'],
  too_many_canned_replies: [
    409,
    `A shop can have ${mostReplies} canned replies. Delete one first.`,
  ],
})
const { unknown_canned_reply, canned_reply_name_taken, too_many_canned_replies } = replyRefusals

/** Texts that staff insert into their replies to tickets. */
export const cannedReplies = {
  list: endpoint({
    method: 'GET',
    path: '/admin/canned-replies/',
    who: 'staff',
    can: 'answer_tickets',
    summary: 'List the canned replies',
    description: `Sorted by name, at most ${mostReplies}.`,
    result: z.object({ replies: z.array(cannedReply) }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/admin/canned-replies/',
    who: 'staff',
    can: 'manage_replies',
    summary: 'Add a canned reply',
    description: `The text may contain the placeholders ${replyPlaceholders.map((name) => `\`{${name}}\``).join(', ')}.`,
    body: z.object(fields),
    result: cannedReply,
    status: 201,
    refusals: { canned_reply_name_taken, too_many_canned_replies },
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/admin/canned-replies/{id}',
    who: 'staff',
    can: 'manage_replies',
    summary: 'Change a canned reply',
    ...one,
    body: z.object({ ...fields, revision: seenRevision }),
    result: cannedReply,
    refusals: { unknown_canned_reply, canned_reply_name_taken, ...revisionRefusals },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/canned-replies/{id}',
    who: 'staff',
    can: 'manage_replies',
    summary: 'Delete a canned reply',
    ...one,
    result: z.object({ deleted: z.literal(true) }),
    refusals: { unknown_canned_reply },
  }),
}
