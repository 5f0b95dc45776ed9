import clsx from 'clsx'
import type { Campaign, RecipientStatus } from '#contract/people/campaigns.ts'
import { settled } from './states.tsx'

const parts: [RecipientStatus, string][] = [
  ['sent', 'bg-success'],
  ['failed', 'bg-danger'],
  ['unknown', 'bg-warning'],
  ['skipped', 'bg-field'],
  ['cancelled', 'bg-field'],
]

type ProgressProps = { campaign: Campaign; className?: string }

/**
 * The progress and success rate of a campaign as a bar. The numbers next to it say the same as
 * text.
 */
export function Progress({ campaign, className }: ProgressProps) {
  const { subject, total, counts } = campaign
  return (
    <div
      role="progressbar"
      aria-label={`Progress of ${subject}`}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={settled(campaign)}
      aria-valuetext={`${settled(campaign)} of ${total} done, ${counts.sent} sent, ${counts.failed} failed`}
      className={clsx('flex h-2 overflow-hidden rounded-sm bg-lifted', className)}
    >
      {parts.map(([status, colour]) => (
        <span
          key={status}
          className={clsx('transition-[width] duration-500', colour)}
          style={{ width: `${(100 * counts[status]) / Math.max(1, total)}%` }}
        />
      ))}
    </div>
  )
}
