import type { ServiceStatus } from '#contract/outages/status.ts'

/** The labels of the status page. */
export const states: readonly { value: ServiceStatus; label: string }[] = [
  { value: 'operational', label: 'Operational' },
  { value: 'updating', label: 'Updating' },
  { value: 'maintenance', label: 'Maintenance' },
  { value: 'offline', label: 'Offline' },
]
