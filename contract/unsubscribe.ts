import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { refusals } from './refusals.ts'

const token = z.string().max(200).meta({ description: 'From the link in the mail' })

export const mailWish = z
  .object({
    email: z.string().meta({ description: 'Whose wish it is, so far as they recognise it' }),
    subscribed: z.boolean(),
  })
  .meta({ id: 'MailWish' })
export type MailWish = z.input<typeof mailWish>

const badLink = refusals({
  incomplete_link: [400, 'This link is not complete. Please open it from the mail again.'],
})

const common = {
  who: 'anyone',
  limit: { max: 60, seconds: 300, by: 'address' },
  duringMaintenance: true,
  result: mailWish,
} as const

export const unsubscribe = {
  read: endpoint({
    ...common,
    method: 'POST',
    path: '/unsubscribe/wish',
    summary: 'Whether news is mailed to whom a link belongs to',
    description:
      'Changes nothing: mail programs open links by themselves. The link is good for ever, so its token is in no address.',
    body: z.object({ token }),
    refusals: badLink,
  }),
  stop: endpoint({
    ...common,
    method: 'POST',
    path: '/unsubscribe',
    summary: 'Get no more news by mail',
    description: 'Mail about one’s own account, such as receipts, goes on.',
    body: z.object({ token }),
    refusals: badLink,
  }),
  resume: endpoint({
    ...common,
    method: 'POST',
    path: '/resubscribe',
    summary: 'Get news by mail again',
    body: z.object({ token }),
    refusals: {
      ...badLink,
      ...refusals({ ask_support: [409, 'Please ask support to send you news again.'] }),
    },
  }),
}
