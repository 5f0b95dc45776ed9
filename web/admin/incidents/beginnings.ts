import type { IncidentState } from '#contract/incidents.ts'

/** What is said before the moment that it begins at. */
export const beginnings: Record<IncidentState, string> = {
  open: 'Began',
  planned: 'Begins',
  closed: 'Began',
  cancelled: 'Was to begin',
}
