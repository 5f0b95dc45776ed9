import { type IncidentState, incidentStateNames } from '#contract/incidents.ts'
import type { Tone } from './ui/badge.tsx'

const tones: Record<IncidentState, Tone> = {
  open: 'warning',
  planned: 'neutral',
  closed: 'success',
  cancelled: 'neutral',
}

/** How the state of an incident is shown, to customers and to staff. */
export const stateOfIncident = (state: IncidentState) => ({
  label: incidentStateNames[state],
  tone: tones[state],
})
