import type { Channel } from '#contract/licensing/releases.ts'

export const channels: readonly { value: Channel; label: string }[] = [
  { value: 'stable', label: 'Stable' },
  { value: 'beta', label: 'Beta' },
]
