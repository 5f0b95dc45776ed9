import * as z from 'zod'
import { noMailServer } from '#contract/platform/mail.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { line } from '#contract/wire/text.ts'
import { done } from '#contract/wire/wire.ts'
import { campaign } from './campaigns.ts'

const subject = z
  .string('Please enter a subject')
  // Text pasted over several lines becomes one line.
  .transform((text) => text.replace(/\p{Cc}+/gu, ' '))
  .pipe(line(200, 'Please enter a subject', 'The subject must be at most 200 characters long'))

const content = z
  .string('Please enter a text')
  .trim()
  .min(1, 'Please enter a text')
  .max(50_000, 'The text must be at most 50000 characters long')

const group = z
  .string('Please choose the recipients')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Please choose the recipients')
  .max(100)
  .meta({
    description: '`all`, `subscribers`, `admins`, or the slug of a product for its subscribers',
    example: 'cs2',
  })

const alias = (name: string) =>
  z
    .string()
    .optional()
    .meta({ description: `Alias of ${name}` })

/** The content of the mail. `content` is an alias of `body`. */
const written = { subject: z.string(), body: z.string().optional(), content: alias('`body`') }
const words = z
  .object(written)
  .transform(({ subject, body, content }) => ({ subject, content: body ?? content ?? '' }))
  .pipe(z.object({ subject, content }))

export const newCampaign = z.object({
  subject,
  content,
  group,
  key: z.uuid().optional(),
  again: z.boolean().optional(),
})

export const recipientGroup = z
  .object({
    group,
    name: z.string(),
    recipients: z.int().meta({ description: 'Number of users who would receive it now' }),
    suppressed: z.int().meta({ description: 'Number of other, unsubscribed users' }),
  })
  .meta({ id: 'RecipientGroup' })
export type RecipientGroup = z.input<typeof recipientGroup>

/** Creating, editing and sending a campaign. */
export const campaignForm = {
  groups: endpoint({
    method: 'GET',
    path: '/admin/mail/groups',
    who: 'staff',
    can: 'manage_campaigns',
    summary: 'List the recipient groups with their sizes',
    description: 'Counts verified users without the banned and deleted ones.',
    result: z.object({ groups: z.array(recipientGroup), total: z.int() }),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/admin/mail/preview',
    who: 'staff',
    can: 'manage_campaigns',
    summary: 'Preview a campaign email',
    body: words,
    result: z.object({ html: z.string(), text: z.string() }),
  }),
  test: endpoint({
    method: 'POST',
    path: '/admin/mail/test',
    who: 'staff',
    can: 'manage_campaigns',
    summary: 'Send a test email to yourself',
    limit: { max: 30, seconds: 300, by: 'user' },
    body: words,
    result: done,
    status: 202,
    refusals: noMailServer,
  }),
  start: endpoint({
    method: 'POST',
    path: '/admin/mail/',
    who: 'staff',
    can: 'manage_campaigns',
    summary: 'Start an email campaign',
    description:
      'The text (Markdown) is `body` or `content`. The recipients are `recipient_group` or `recipientType`. The email is sent in the background, once to each current user of the group. If a campaign with the same `key` exists, the response is that campaign and no other one starts. If the same email was sent to the same group in the last 7 days, the request is refused unless `again` is true.',
    limit: { max: 30, seconds: 300, by: 'user' },
    body: z
      .object({
        ...written,
        recipient_group: z.string().optional(),
        recipientType: alias('`recipient_group`'),
        key: z
          .uuid()
          .optional()
          .meta({ description: 'Idempotency key that the caller creates, once per campaign' }),
        again: z
          .boolean()
          .optional()
          .meta({ description: 'Send the same email to the same group again' }),
      })
      .transform(({ subject, body, content, recipient_group, recipientType, key, again }) => ({
        subject,
        content: body ?? content ?? '',
        group: recipient_group ?? recipientType ?? '',
        ...(key !== undefined && { key }),
        ...(again !== undefined && { again }),
      }))
      .pipe(newCampaign),
    result: campaign,
    status: 201,
    refusals: {
      ...noMailServer,
      ...refusals({
        empty_group: [409, 'This group has no recipients'],
        sent_recently: [
          409,
          '{sender} sent this email to the same group on {moment}. Send it again only if everyone should receive it twice.',
        ],
        unknown_group: [422, 'Recipient group not found'],
      }),
    },
  }),
}
