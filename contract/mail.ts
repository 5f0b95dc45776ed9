import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { continued, nextPage, search } from './lists.ts'
import { refusals } from './refusals.ts'
import { id, pathId, timestamp } from './wire.ts'

/** For calls that send a mail immediately. */
export const noMailServer = refusals({ no_mail_server: [409, 'No mail server is configured'] })

export const mailStatus = z.enum(['queued', 'sent', 'failed'])
export type MailStatus = z.output<typeof mailStatus>

export const mail = z
  .object({
    id,
    uid: id.nullable().meta({ description: 'Whose mail it is; null once they are deleted' }),
    username: z.string().nullable(),
    recipient: z.string(),
    template: z.string().meta({ example: 'receipt' }),
    subject: z.string(),
    order: z.uuid().nullable().meta({ description: 'What it is about, where that is an order' }),
    status: mailStatus,
    error: z.string().nullable().meta({ description: 'What the mail server said last' }),
    created_at: timestamp,
    sent_at: timestamp.nullable(),
    resend_of: id.nullable().meta({ description: 'The mail that staff had sent again' }),
    resent_by: z.string().nullable().meta({ description: 'Who had it sent again' }),
    resendable: z.boolean().meta({
      description: 'Can be written anew; a notice of a moment, such as a sign-in, cannot',
    }),
  })
  .meta({ id: 'Mail' })
export type Mail = z.input<typeof mail>

export const mails = {
  list: endpoint({
    method: 'GET',
    path: '/admin/mails/',
    who: 'staff',
    can: 'view_mail',
    summary: 'List the mails that the shop sent',
    description: 'Newest first. What they said is not kept: it holds links that open accounts.',
    query: z.object({
      ...continued(25),
      search: search.meta({ description: 'How the address or the user’s name begins' }),
      status: mailStatus.optional(),
    }),
    result: z.object({ mails: z.array(mail), next: nextPage, total: z.int() }),
  }),
  resend: endpoint({
    method: 'POST',
    path: '/admin/mails/{id}/resend',
    who: 'staff',
    can: 'resend_mail',
    summary: 'Send a mail again',
    description:
      'Written anew from what it is about, to the address that the user has now; a link in it is a fresh one. At most once a minute for a mail.',
    limit: { max: 30, seconds: 300, by: 'user' },
    params: z.object({ id: pathId }),
    result: mail,
    status: 202,
    refusals: refusals({
      unknown_mail: [404, 'Mail not found'],
      mail_queued: [409, 'This mail is still on its way'],
      mail_out_of_date: [409, 'This mail is out of date and cannot be sent again'],
      just_resent: [429, 'This mail was just sent again. Please wait a minute.'],
    }),
  }),
}
