import type { IncidentState } from '#contract/outages/incidents.ts'

type IncidentEvent = 'begin' | 'close'

type Transitions = Record<IncidentState, Partial<Record<IncidentEvent, IncidentState>>>

/**
 * The state of an incident after each event. It is `open` from the start, unless it is planned. No
 * trigger holds the order. A check requires `ended_at` of a closed incident, and of no other.
 */
export const incidentTransitions: Transitions = {
  // Maintenance that never began is cancelled: it does not count as downtime.
  planned: { begin: 'open', close: 'cancelled' },
  open: { close: 'closed' },
  closed: {},
  cancelled: {},
}
