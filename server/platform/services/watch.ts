import { serviceName } from '#contract/platform/health.ts'
import type { Changes } from '#server/kernel/cache/changes.ts'
import type { Config } from '#server/kernel/config/config.ts'
import type { ServiceKeys } from '#server/kernel/config/service-keys.ts'
import type { Database } from '#server/kernel/database/database.ts'
import type { Keyring } from '#server/kernel/secrets/sealing.ts'
import { readStoredKeys, resealKeys, type StoredKeys } from './stored-keys.ts'

export type WatchedKeys = {
  ring: Keyring
  stored: () => StoredKeys
  refresh: () => Promise<void>
}

/**
 * Keys come from the environment, otherwise from the services page. Calls `apply` first and after
 * every change, in every process. Test mode ignores the page, as anyone may be an administrator.
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
    // If several reads overlap, the one that started last counts, whichever finishes last.
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

export function isByEnvironment(config: Config, name: keyof ServiceKeys): boolean {
  return config.keys[name] !== null || (name === 'captcha' && config.ownCaptcha)
}
