import { CircleCheck, CircleX, type LucideIcon, RefreshCw, Wrench } from 'lucide-react'
import type { ServiceStatus } from '#contract/outages/status.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

const states: Record<ServiceStatus, { label: string; tone: Tone; icon: LucideIcon }> = {
  operational: { label: 'Operational', tone: 'success', icon: CircleCheck },
  updating: { label: 'Updating', tone: 'warning', icon: RefreshCw },
  maintenance: { label: 'Maintenance', tone: 'warning', icon: Wrench },
  offline: { label: 'Offline', tone: 'danger', icon: CircleX },
}

export function StateBadge({ status }: { status: ServiceStatus }) {
  const { label, tone, icon: Icon } = states[status]
  return (
    <Badge tone={tone} icon={<Icon size={14} aria-hidden="true" />}>
      {label}
    </Badge>
  )
}
