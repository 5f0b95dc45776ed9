import { type IncidentState, incidentStateNames } from '#contract/outages/incidents.ts'
import type { Tone } from './ui/badge.tsx'

const tones: Record<IncidentState, Tone> = {
  open: 'warning',
  planned: 'neutral',
  closed: 'success',
  cancelled: 'neutral',
}

/** The label and colour of an incident's state, for customers and staff. */
export const stateOfIncident = (state: IncidentState) => ({
  label: incidentStateNames[state],
  tone: tones[state],
})
