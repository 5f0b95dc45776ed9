import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { refusals } from './refusals.ts'
import { cardRenewal, nothingToRenew } from './renewals.ts'

const linked = {
  who: 'anyone',
  limit: { max: 60, seconds: 300, by: 'address' },
  duringMaintenance: true,
  body: z.object({
    token: z.string().max(200).meta({ description: 'From the link in the mail' }),
  }),
  result: cardRenewal,
} as const

const badLink = refusals({
  incomplete_link: [400, 'This link is not complete. Please open it from the mail again.'],
})

/** What the link in a mail about a renewal leads to, without signing in. */
export const renewalLinks = {
  get: endpoint({
    ...linked,
    method: 'POST',
    path: '/renewals/link',
    summary: 'The renewal of a link from a mail',
    description: 'Changes nothing: mail programs open links by themselves.',
    refusals: badLink,
  }),
  stop: endpoint({
    ...linked,
    method: 'POST',
    path: '/renewals/link/stop',
    summary: 'Stop the renewal of a link from a mail',
    description: 'Without signing in. One that is stopped already stays so.',
    refusals: { ...badLink, ...nothingToRenew },
  }),
}
