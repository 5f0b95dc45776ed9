import type { Channel } from '#contract/releases.ts'

export const channels: readonly { value: Channel; label: string }[] = [
  { value: 'stable', label: 'Stable' },
  { value: 'beta', label: 'Beta' },
]
