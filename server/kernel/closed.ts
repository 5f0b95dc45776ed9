import type { Closed } from '#contract/refusals.ts'
import type { Held } from './held.ts'

/** Null while visitors come in. In test mode there is nothing to open: everybody may play. */
export function closedBy({ config, settings }: Pick<Held, 'config' | 'settings'>): Closed | null {
  const { opened, maintenance_mode } = settings()
  if (!opened && !config.sandbox) return 'not_open'
  return maintenance_mode ? 'maintenance' : null
}
