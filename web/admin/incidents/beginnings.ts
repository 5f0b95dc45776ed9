import type { IncidentState } from '#contract/incidents.ts'

/** The label before the start time of an incident. */
export const beginnings: Record<IncidentState, string> = {
  open: 'Began',
  planned: 'Begins',
  closed: 'Began',
  cancelled: 'Was to begin',
}
