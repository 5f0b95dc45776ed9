import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { linkRefusals } from '#contract/wire/link-refusals.ts'
import { refusals } from '#contract/wire/refusals.ts'

const token = z.string().max(200).meta({ description: 'Token from the link in the email' })

export const mailPreference = z
  .object({
    email: z.string().meta({ description: 'Masked address of the subscriber' }),
    subscribed: z.boolean(),
    about: z
      .enum(['news', 'releases'])
      .meta({ description: 'Kind of email: news, or new releases of the subscriber’s products' }),
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
    summary: 'Read the subscription state of a link',
    description:
      'Changes nothing, because mail programs open links automatically. The link never expires, so its token is not part of the URL.',
    body: z.object({ token }),
    refusals: linkRefusals,
  }),
  stop: endpoint({
    ...common,
    method: 'POST',
    path: '/unsubscribe',
    summary: 'Unsubscribe',
    description:
      'Stops either all news including new releases, or only new releases. Account emails such as receipts are still sent.',
    body: z.object({ token }),
    refusals: linkRefusals,
  }),
  resume: endpoint({
    ...common,
    method: 'POST',
    path: '/resubscribe',
    summary: 'Resubscribe',
    body: z.object({ token }),
    refusals: {
      ...linkRefusals,
      ...refusals({ ask_support: [409, 'To get news again, please contact support.'] }),
    },
  }),
}
