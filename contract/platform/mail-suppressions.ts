import * as z from 'zod'
import { emailAddress } from '#contract/wire/email-address.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { paged, search } from '#contract/wire/lists.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { done, timestamp } from '#contract/wire/wire.ts'

export const suppressionReason = z.enum(['unsubscribed', 'bounced', 'complained', 'staff'])
export type SuppressionReason = z.output<typeof suppressionReason>

export const suppression = z
  .object({ email: z.string(), reason: suppressionReason, created_at: timestamp })
  .meta({ id: 'Suppression' })
export type Suppression = z.input<typeof suppression>

const suppressedEmail = emailAddress.overwrite((address) => address.toLowerCase())

const body = z.object({ email: suppressedEmail })

export const mailSuppressions = {
  list: endpoint({
    method: 'GET',
    path: '/admin/mail/suppressions',
    who: 'staff',
    can: 'manage_campaigns',
    summary: 'List the addresses that receive no campaigns',
    description: 'Newest first. These addresses still receive email about their own account.',
    query: z.object({
      ...paged(25),
      search: search.meta({ description: 'Part of the address' }),
      reason: suppressionReason.optional(),
    }),
    result: z.object({ suppressions: z.array(suppression), total: z.int() }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/admin/mail/suppressions',
    who: 'staff',
    can: 'manage_campaigns',
    summary: 'Stop sending campaigns to an address',
    body,
    result: suppression,
    status: 201,
    refusals: refusals({ listed_already: [409, 'This address is already on the list'] }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/mail/suppressions',
    who: 'staff',
    can: 'manage_campaigns',
    summary: 'Resume sending campaigns to an address',
    body,
    result: done,
    refusals: refusals({ not_listed: [404, 'This address is not on the list'] }),
  }),
}
