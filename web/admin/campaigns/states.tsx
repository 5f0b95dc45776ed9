import type { Campaign, RecipientStatus } from '#contract/people/campaigns.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

const campaignLooks: Record<Campaign['status'], { tone: Tone; label: string }> = {
  running: { tone: 'warning', label: 'Running' },
  paused: { tone: 'neutral', label: 'Paused' },
  cancelled: { tone: 'danger', label: 'Cancelled' },
  finished: { tone: 'success', label: 'Finished' },
}

export function CampaignBadge({ status }: Pick<Campaign, 'status'>) {
  const { tone, label } = campaignLooks[status]
  return <Badge tone={tone}>{label}</Badge>
}

export const recipientLooks: Record<RecipientStatus, { tone: Tone; label: string }> = {
  queued: { tone: 'neutral', label: 'Queued' },
  sending: { tone: 'warning', label: 'Sending' },
  sent: { tone: 'success', label: 'Sent' },
  failed: { tone: 'danger', label: 'Failed' },
  unknown: { tone: 'warning', label: 'Unknown' },
  skipped: { tone: 'neutral', label: 'Skipped' },
  cancelled: { tone: 'neutral', label: 'Cancelled' },
}

export function RecipientBadge({ status }: { status: RecipientStatus }) {
  const { tone, label } = recipientLooks[status]
  return <Badge tone={tone}>{label}</Badge>
}

/** How many recipients are in a final state. */
export function settled({ total, counts }: Pick<Campaign, 'total' | 'counts'>): number {
  return total - counts.queued - counts.sending
}
