import { logLevels } from '#contract/platform/logs.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

const looks: Record<(typeof logLevels)[number], { tone: Tone; label: string }> = {
  info: { tone: 'neutral', label: 'Info' },
  success: { tone: 'success', label: 'Success' },
  warning: { tone: 'warning', label: 'Warning' },
  error: { tone: 'danger', label: 'Error' },
}

export function LevelBadge({ level }: { level: number }) {
  const { tone, label } = looks[logLevels[level] ?? 'info']
  if (tone === 'neutral') return <span className="text-soft">{label}</span>
  return <Badge tone={tone}>{label}</Badge>
}
