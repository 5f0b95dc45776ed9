import type { TicketStatus } from '#contract/wire/ticket.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

const looks: Record<TicketStatus, { tone: Tone; label: string }> = {
  open: { tone: 'neutral', label: 'Open' },
  in_progress: { tone: 'warning', label: 'In progress' },
  resolved: { tone: 'success', label: 'Resolved' },
  closed: { tone: 'neutral', label: 'Closed' },
}

export function TicketBadge({ status }: { status: TicketStatus }) {
  const { tone, label } = looks[status]
  return <Badge tone={tone}>{label}</Badge>
}

export function statusLabel(status: TicketStatus): string {
  return looks[status].label
}
