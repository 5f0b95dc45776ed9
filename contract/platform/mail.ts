import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { continued, nextPage, search } from '#contract/wire/lists.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { id, pathId, timestamp } from '#contract/wire/wire.ts'

/** For calls that send a mail immediately. */
export const noMailServer = refusals({ no_mail_server: [409, 'No mail server is configured'] })

export const mailStatus = z.enum(['queued', 'sent', 'failed'])
export type MailStatus = z.output<typeof mailStatus>

export const mail = z
  .object({
    id,
    uid: id.nullable().meta({ description: 'Recipient; null if the user was deleted' }),
    username: z.string().nullable(),
    recipient: z.string(),
    template: z.string().meta({ example: 'receipt' }),
    subject: z.string(),
    order: z.uuid().nullable().meta({ description: 'The order that the email is about, if any' }),
    status: mailStatus,
    error: z.string().nullable().meta({ description: 'The mail server’s last response' }),
    created_at: timestamp,
    sent_at: timestamp.nullable(),
    resend_of: id.nullable().meta({ description: 'The email that staff resent' }),
    resent_by: z.string().nullable().meta({ description: 'The staff member who resent it' }),
    resendable: z.boolean().meta({
      description:
        'The email can be rendered again. False for emails about a past moment, such as a sign-in',
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
    summary: 'List sent emails',
    description:
      'Newest first. The texts are not stored, because they contain links that open accounts.',
    query: z.object({
      ...continued(25),
      search: search.meta({ description: 'Beginning of the address or the username' }),
      status: mailStatus.optional(),
    }),
    result: z.object({ mails: z.array(mail), next: nextPage, total: z.int() }),
  }),
  resend: endpoint({
    method: 'POST',
    path: '/admin/mails/{id}/resend',
    who: 'staff',
    can: 'resend_mail',
    summary: 'Resend an email',
    description:
      'Renders the email again from current data and sends it to the user’s current address, with new links. At most once a minute for each email.',
    limit: { max: 30, seconds: 300, by: 'user' },
    params: z.object({ id: pathId }),
    result: mail,
    status: 202,
    refusals: refusals({
      unknown_mail: [404, 'Email not found'],
      mail_queued: [409, 'This email is still being sent'],
      mail_out_of_date: [409, 'This email is out of date and cannot be sent again'],
      just_resent: [429, 'This email was just resent. Please wait a minute.'],
    }),
  }),
}
