import type { Closed } from '#contract/wire/refusals.ts'
import type { KernelShop } from './kernel-shop.ts'

/**
 * Returns why the shop is closed to visitors, or null if it is open. In test mode the shop needs no
 * opening, because everyone may try it.
 */
export function closedBy({
  config,
  settings,
}: Pick<KernelShop, 'config' | 'settings'>): Closed | null {
  const { opened, maintenance_mode } = settings()
  if (!opened && !config.sandbox) return 'not_open'
  return maintenance_mode ? 'maintenance' : null
}
