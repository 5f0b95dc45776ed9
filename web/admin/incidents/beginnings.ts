import type { IncidentState } from '#contract/outages/incidents.ts'

/** The label before the start time of an incident. */
export const beginnings: Record<IncidentState, string> = {
  open: 'Started',
  planned: 'Starts',
  closed: 'Started',
  cancelled: 'Was planned for',
}
