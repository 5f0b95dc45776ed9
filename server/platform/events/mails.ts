import * as z from 'zod'
import { campaignStatus } from '#contract/people/campaigns.ts'
import { suppressionReason } from '#contract/platform/mail-suppressions.ts'
import { shopEvent, staffEvent } from './event.ts'

const campaign = z.int()
const status = z.object({ status: campaignStatus })

type Status = z.output<typeof campaignStatus>

function moved(message: string, [before, after]: [Status, Status]) {
  return shopEvent({
    message,
    data: z.object({ campaign, before: status, after: status }),
    sample: { campaign: 5, before: { status: before }, after: { status: after } },
  })
}

export const mailEvents = {
  'mail.resent': staffEvent({
    message: 'Email resent',
    data: z.object({ mail: z.int(), subject: z.string(), sent_as: z.int() }),
    sample: { mail: 210, subject: 'Your receipt', sent_as: 233 },
  }),
  /** Masked, because deleting an account clears only that account's addresses from the log. */
  'suppression.added': shopEvent({
    message: 'Address suppressed',
    data: z.object({ email: z.string() }),
    sample: { email: 'ma…@example.com' },
  }),
  'suppression.removed': shopEvent({
    message: 'Address no longer suppressed',
    data: z.object({ email: z.string(), reason: suppressionReason }),
    sample: { email: 'ma…@example.com', reason: 'bounced' },
  }),
  'campaign.started': shopEvent({
    message: 'Campaign started',
    data: z.object({
      campaign,
      subject: z.string(),
      recipient_group: z.string(),
      recipients: z.int(),
    }),
    sample: { campaign: 5, subject: 'Autumn update', recipient_group: 'all', recipients: 840 },
  }),
  'campaign.paused': moved('Campaign paused', ['running', 'paused']),
  'campaign.resumed': moved('Campaign resumed', ['paused', 'running']),
  'campaign.cancelled': moved('Campaign cancelled', ['running', 'cancelled']),
  'campaign.retried': shopEvent({
    message: 'Failed campaign emails retried',
    data: z.object({
      campaign,
      recipients: z.int(),
      /** Also retries recipients whose delivery is uncertain. */
      unknown: z.boolean(),
      before: status,
      after: status,
    }),
    sample: {
      campaign: 5,
      recipients: 12,
      unknown: false,
      before: { status: 'finished' },
      after: { status: 'running' },
    },
  }),
}
