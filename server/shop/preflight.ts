import { type Config, loadConfig } from '#server/kernel/config/config.ts'
import { assertFree } from '#server/kernel/config/free-port.ts'

/**
 * Returns the settings after checking that nothing in them prevents the shop from starting. Throws
 * a StartError.
 */
export async function preflight(): Promise<Config> {
  const config = loadConfig()
  if (config.roles.includes('web')) await assertFree(config)
  return config
}
