import type { ServiceStatus } from '#contract/status.ts'

/** The labels of the status page. */
export const states: readonly { value: ServiceStatus; label: string }[] = [
  { value: 'operational', label: 'Operational' },
  { value: 'updating', label: 'Updating' },
  { value: 'maintenance', label: 'Maintenance' },
  { value: 'offline', label: 'Offline' },
]
