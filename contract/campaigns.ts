import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { paged, search } from './lists.ts'
import { type DeclaredRefusal, refusals } from './refusals.ts'
import { id, pathId, timestamp } from './wire.ts'

export const campaignStatus = z.enum(['running', 'paused', 'cancelled', 'finished'])

/** The delivery status of a campaign for one recipient. All but the first two are final. */
export const recipientStatus = z.enum([
  'queued',
  'sending',
  'sent',
  'failed',
  'unknown',
  'skipped',
  'cancelled',
])
export type RecipientStatus = z.output<typeof recipientStatus>

/** Display names of the recipient groups that are not the subscribers of a product. */
export const groupNames = {
  all: 'All Users',
  subscribers: 'Active Subscribers',
  admins: 'Administrators',
} as const

/** The display name of a group. */
export function groupName(group: string): string {
  return groupNames[group as keyof typeof groupNames] ?? `${group} Subscribers`
}

export const campaign = z
  .object({
    id,
    subject: z.string(),
    recipient_group: z.string(),
    status: campaignStatus,
    created_at: timestamp,
    created_by: z.string().nullable().meta({ description: 'Who started it' }),
    finished_at: timestamp.nullable(),
    total: z.int().meta({ description: 'Recipients' }),
    counts: z
      .record(recipientStatus, z.int())
      .meta({ description: 'How many recipients are in which state' }),
    refused_with: z.string().nullable().meta({
      description:
        'What the mail server answered when it refused five mails in a row, which paused the campaign',
    }),
    waiting_until: timestamp.nullable().meta({
      description: 'All that is left waits until then to be tried again',
    }),
  })
  .meta({ id: 'Campaign' })
export type Campaign = z.input<typeof campaign>

export const campaignRecipient = z
  .object({
    uid: id,
    username: z.string().nullable().meta({ description: 'Null once they are deleted' }),
    email: z.string().nullable().meta({ description: 'The address that they have now' }),
    status: recipientStatus,
    attempts: z.int(),
    error: z.string().nullable().meta({ description: 'Why it failed, waits or was skipped' }),
    due_at: timestamp.nullable().meta({ description: 'When it is tried again' }),
    sent_at: timestamp.nullable(),
  })
  .meta({ id: 'CampaignRecipient' })
export type CampaignRecipient = z.input<typeof campaignRecipient>

const params = z.object({ id: pathId })
export const campaignRefusals = refusals({ unknown_campaign: [404, 'Campaign not found'] })

const turn = <const Own extends Record<string, DeclaredRefusal>>(
  verb: string,
  summary: string,
  description: string,
  own: Own,
) =>
  endpoint({
    method: 'POST',
    path: `/admin/mail/campaigns/{id}/${verb}`,
    who: 'staff',
    can: 'manage_campaigns',
    summary,
    description,
    params,
    result: campaign,
    refusals: { ...campaignRefusals, ...own },
  })

export const campaigns = {
  list: endpoint({
    method: 'GET',
    path: '/admin/mail/campaigns',
    who: 'staff',
    can: 'manage_campaigns',
    summary: 'List the campaigns',
    description: 'Newest first.',
    query: z.object(paged(25)),
    result: z.object({ campaigns: z.array(campaign), total: z.int() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin/mail/campaigns/{id}',
    who: 'staff',
    can: 'manage_campaigns',
    summary: 'Read a campaign',
    params,
    result: z.object({ ...campaign.shape, content: z.string() }),
    refusals: campaignRefusals,
  }),
  recipients: endpoint({
    method: 'GET',
    path: '/admin/mail/campaigns/{id}/recipients',
    who: 'staff',
    can: 'manage_campaigns',
    summary: 'What became of a campaign for each recipient',
    params,
    query: z.object({
      ...paged(25),
      search: search.meta({ description: 'How the address or the username begins' }),
      status: recipientStatus.optional(),
    }),
    result: z.object({ recipients: z.array(campaignRecipient), total: z.int() }),
    refusals: campaignRefusals,
  }),
  pause: turn(
    'pause',
    'Pause a campaign',
    'What the mail server has been given already arrives.',
    refusals({ not_running: [409, 'This campaign is not running'] }),
  ),
  resume: turn(
    'resume',
    'Go on with a paused campaign',
    'Goes on where it was.',
    refusals({ not_paused: [409, 'This campaign is not paused'] }),
  ),
  cancel: turn(
    'cancel',
    'Cancel a campaign',
    'Whoever has not got it does not get it any more.',
    refusals({ campaign_over: [409, 'This campaign is over'] }),
  ),
  retry: endpoint({
    method: 'POST',
    path: '/admin/mail/campaigns/{id}/retry',
    who: 'staff',
    can: 'manage_campaigns',
    summary: 'Try the failures of a campaign again',
    description:
      'With `unknown`, those too of whom nobody knows whether they got it: some may get it twice.',
    params,
    body: z.object({ unknown: z.boolean().default(false) }),
    result: campaign,
    refusals: {
      ...campaignRefusals,
      ...refusals({
        nothing_to_retry: [409, 'There is nothing to try again'],
        cancelled: [409, 'This campaign was cancelled'],
      }),
    },
  }),
}
