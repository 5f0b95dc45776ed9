import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { linkRefusals } from './link-refusals.ts'
import { refusals } from './refusals.ts'

const token = z.string().max(200).meta({ description: 'From the link in the mail' })

export const mailPreference = z
  .object({
    email: z.string().meta({ description: 'The subscriber, masked' }),
    subscribed: z.boolean(),
    about: z
      .enum(['news', 'releases'])
      .meta({ description: 'What the link is about: news, or new releases of what they have' }),
  })
  .meta({ id: 'MailPreference' })
export type MailPreference = z.input<typeof mailPreference>

const common = {
  who: 'anyone',
  limit: { max: 60, seconds: 300, by: 'address' },
  duringMaintenance: true,
  result: mailPreference,
} as const

export const mailPreferences = {
  get: endpoint({
    ...common,
    method: 'POST',
    path: '/unsubscribe/preference',
    summary: 'Whether the owner of a link is subscribed',
    description:
      'Changes nothing: mail programs open links by themselves. The link is good for ever, so its token is in no address.',
    body: z.object({ token }),
    refusals: linkRefusals,
  }),
  stop: endpoint({
    ...common,
    method: 'POST',
    path: '/unsubscribe',
    summary: 'Get no more of what the link is about by mail',
    description:
      'No more news, new releases included, or no more new releases. Mail about one’s own account, such as receipts, goes on.',
    body: z.object({ token }),
    refusals: linkRefusals,
  }),
  resume: endpoint({
    ...common,
    method: 'POST',
    path: '/resubscribe',
    summary: 'Get what the link is about by mail again',
    body: z.object({ token }),
    refusals: {
      ...linkRefusals,
      ...refusals({ ask_support: [409, 'Please ask support to send you news again.'] }),
    },
  }),
}
