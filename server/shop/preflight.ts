import { type Config, loadConfig } from '#server/kernel/config/config.ts'
import { assertFree } from '#server/kernel/config/free-port.ts'

/** Throws a StartError if a setting prevents the start. */
export async function preflight(): Promise<Config> {
  const config = loadConfig()
  if (config.roles.includes('web')) await assertFree(config)
  return config
}
