import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { paged, search } from '#contract/wire/lists.ts'
import { type DeclaredRefusal, refusals } from '#contract/wire/refusals.ts'
import { id, pathId, timestamp } from '#contract/wire/wire.ts'

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
    created_by: z.string().nullable().meta({ description: 'The user who started it' }),
    finished_at: timestamp.nullable(),
    total: z.int().meta({ description: 'Recipients' }),
    counts: z
      .record(recipientStatus, z.int())
      .meta({ description: 'Number of recipients by state' }),
    refused_with: z.string().nullable().meta({
      description:
        'The mail server’s reply when it refused five emails in a row and the campaign was paused',
    }),
    waiting_until: timestamp.nullable().meta({
      description: 'Sending resumes at this time',
    }),
  })
  .meta({ id: 'Campaign' })
export type Campaign = z.input<typeof campaign>

export const campaignRecipient = z
  .object({
    uid: id,
    username: z.string().nullable().meta({ description: 'Null once the user is deleted' }),
    email: z.string().nullable().meta({ description: 'The user’s current address' }),
    status: recipientStatus,
    attempts: z.int(),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why the email failed, is delayed or was skipped' }),
    due_at: timestamp.nullable().meta({ description: 'When sending is retried' }),
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
    summary: 'List the recipients of a campaign',
    params,
    query: z.object({
      ...paged(25),
      search: search.meta({ description: 'Beginning of the address or the username' }),
      status: recipientStatus.optional(),
    }),
    result: z.object({ recipients: z.array(campaignRecipient), total: z.int() }),
    refusals: campaignRefusals,
  }),
  pause: turn(
    'pause',
    'Pause a campaign',
    'Emails that the mail server has already accepted still arrive.',
    refusals({ not_running: [409, 'This campaign is not running'] }),
  ),
  resume: turn(
    'resume',
    'Resume a paused campaign',
    'Continues with the remaining recipients.',
    refusals({ not_paused: [409, 'This campaign is not paused'] }),
  ),
  cancel: turn(
    'cancel',
    'Cancel a campaign',
    'Recipients whose email is still pending receive none.',
    refusals({ campaign_over: [409, 'This campaign has already finished'] }),
  ),
  retry: endpoint({
    method: 'POST',
    path: '/admin/mail/campaigns/{id}/retry',
    who: 'staff',
    can: 'manage_campaigns',
    summary: 'Retry the failed emails of a campaign',
    description:
      '`unknown` also retries emails whose delivery is uncertain, so some recipients may receive it twice.',
    params,
    body: z.object({ unknown: z.boolean().default(false) }),
    result: campaign,
    refusals: {
      ...campaignRefusals,
      ...refusals({
        nothing_to_retry: [409, 'There are no failed emails to retry'],
        cancelled: [409, 'This campaign was cancelled'],
      }),
    },
  }),
}
