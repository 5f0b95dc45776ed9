import { serviceName } from '#contract/health.ts'
import type { Changes } from '#server/kernel/changes.ts'
import type { Config } from '#server/kernel/config.ts'
import type { Database } from '#server/kernel/database.ts'
import type { Keyring } from '#server/kernel/sealing.ts'
import type { ServiceKeys } from '#server/kernel/service-keys.ts'
import { readStoredKeys, resealKeys, type StoredKeys } from './stored-keys.ts'

export type WatchedKeys = {
  ring: Keyring
  /** The keys that were given on a page, as this process has read them last. */
  stored: () => StoredKeys
  /** Reads again, for who has just changed them. */
  refresh: () => Promise<void>
}

/**
 * The keys in use: a service's keys from the environment, or else those given on the page. `apply`
 * is told them at first and whenever somebody changes them, in every process. In test mode, where
 * anybody may be an administrator, nothing of a page counts.
 */
export async function watchServiceKeys(
  { db, changes, config, ring }: { db: Database; changes: Changes; config: Config; ring: Keyring },
  apply: (keys: ServiceKeys) => void,
): Promise<WatchedKeys> {
  await resealKeys(db, ring)
  let stored = await readStoredKeys(db, ring)
  let asked = 0
  let counted = 0
  apply(standing(config, stored))

  async function refresh() {
    asked += 1
    const reading = asked
    const read = await readStoredKeys(db, ring)
    // Of several readings under way the one that began last counts, whichever ends last.
    if (reading < counted) return
    counted = reading
    stored = read
    apply(standing(config, stored))
  }
  changes.on(async (topic) => {
    if (topic === 'services') await refresh()
  })
  return { ring, stored: () => stored, refresh }
}

function standing(config: Config, { keys }: StoredKeys): ServiceKeys {
  if (config.sandbox) return config.keys
  const chosen = serviceName.options.map((name) => [
    name,
    isByEnvironment(config, name) ? config.keys[name] : keys[name],
  ])
  return Object.fromEntries(chosen) as ServiceKeys
}

/** Whether the environment says how it is with this service: then a page does not. */
export function isByEnvironment(config: Config, name: keyof ServiceKeys): boolean {
  return config.keys[name] !== null || (name === 'captcha' && config.ownCaptcha)
}
