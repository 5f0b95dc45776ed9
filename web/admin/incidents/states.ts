import type { IncidentState } from '#contract/incidents.ts'
import type { Tone } from '../../ui/badge.tsx'

export const incidentStates: Record<IncidentState, { label: string; tone: Tone }> = {
  open: { label: 'Goes on', tone: 'warning' },
  planned: { label: 'Planned', tone: 'neutral' },
  closed: { label: 'Over', tone: 'success' },
  cancelled: { label: 'Called off', tone: 'neutral' },
}
