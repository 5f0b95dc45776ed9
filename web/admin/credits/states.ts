import type { BatchState, leftOutFor } from '#contract/credits.ts'
import type { Tone } from '../../ui/badge.tsx'

export const batchStates: Record<BatchState, { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  previewing: { label: 'Being looked at', tone: 'neutral' },
  previewed: { label: 'Previewed', tone: 'neutral' },
  confirmed: { label: 'Confirmed', tone: 'warning' },
  applying: { label: 'Being given', tone: 'warning' },
  applied: { label: 'Given', tone: 'success' },
  undoing: { label: 'Being taken back', tone: 'warning' },
  undone: { label: 'Undone', tone: 'danger' },
  dropped: { label: 'Dropped', tone: 'neutral' },
}

/** Why subscriptions get no compensation. */
export const leftOutWords: Record<(typeof leftOutFor)[number], string> = {
  deleted: 'of deleted accounts',
  banned: 'of banned accounts',
  disputed: 'whose payment is disputed',
  lifetime: 'that have no end',
  taken: 'whose time was refunded or taken back',
  credited: 'that were credited for this time already',
}
