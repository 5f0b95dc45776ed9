import { type Config, loadConfig } from './kernel/config.ts'
import { assertFree } from './kernel/free-port.ts'

/** The settings, once nothing in them keeps the shop from starting. Throws a StartError. */
export async function preflight(): Promise<Config> {
  const config = loadConfig()
  if (config.roles.includes('web')) await assertFree(config)
  return config
}
