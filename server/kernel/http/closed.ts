import type { Closed } from '#contract/wire/refusals.ts'
import type { KernelShop } from './kernel-shop.ts'

/** In test mode the shop is always open, because everyone may try it. */
export function closedBy({
  config,
  settings,
}: Pick<KernelShop, 'config' | 'settings'>): Closed | null {
  const { opened, maintenance_mode } = settings()
  if (!opened && !config.sandbox) return 'not_open'
  return maintenance_mode ? 'maintenance' : null
}
