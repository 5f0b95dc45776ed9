import type { BatchState, leftOutFor } from '#contract/outages/credits.ts'
import type { Tone } from '../../ui/badge.tsx'

export const batchStates: Record<BatchState, { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  previewing: { label: 'Previewing', tone: 'neutral' },
  previewed: { label: 'Previewed', tone: 'neutral' },
  confirmed: { label: 'Confirmed', tone: 'warning' },
  applying: { label: 'Applying', tone: 'warning' },
  applied: { label: 'Applied', tone: 'success' },
  undoing: { label: 'Undoing', tone: 'warning' },
  undone: { label: 'Undone', tone: 'danger' },
  dropped: { label: 'Discarded', tone: 'neutral' },
}

/** Why subscriptions get no compensation. */
export const leftOutWords: Record<(typeof leftOutFor)[number], string> = {
  deleted: 'of deleted accounts',
  banned: 'of banned accounts',
  disputed: 'with a disputed payment',
  lifetime: 'that are lifetime',
  taken: 'whose time was refunded or revoked',
  credited: 'already compensated for this time',
}
