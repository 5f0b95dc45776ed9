import type { ModuleStatus } from '#contract/outages/status.ts'

/** Says how many modules are not operational. */
export function summarise(modules: readonly ModuleStatus[]): string {
  const affected = modules.filter(({ status }) => status !== 'operational').length
  if (affected === 0) return 'All modules are operational.'
  if (affected === 1) return `1 of ${modules.length} modules is not operational.`
  return `${affected} of ${modules.length} modules are not operational.`
}
