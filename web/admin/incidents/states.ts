import type { IncidentState } from '#contract/incidents.ts'
import type { Tone } from '../../ui/badge.tsx'

export const incidentStates: Record<IncidentState, { label: string; tone: Tone }> = {
  open: { label: 'Goes on', tone: 'warning' },
  planned: { label: 'Planned', tone: 'neutral' },
  closed: { label: 'Over', tone: 'success' },
  cancelled: { label: 'Called off', tone: 'neutral' },
}

/** What is said before the moment that it begins at. */
export const beginnings: Record<IncidentState, string> = {
  open: 'Began',
  planned: 'Begins',
  closed: 'Began',
  cancelled: 'Was to begin',
}
