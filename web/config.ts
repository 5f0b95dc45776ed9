import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { PublicConfig } from '#contract/platform/public-config.ts'

export type { PublicConfig }

/** Changes by an administrator since the root loader embedded the configuration. */
let changes: Partial<PublicConfig> = {}
const none: typeof changes = {}
const listeners = new Set<() => void>()

/** Applies changes to this page at once, because the root loader does not run again. */
export function tellConfig(changed: Partial<PublicConfig>) {
  changes = { ...changes, ...changed }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The configuration that the root loader embeds. Null only if the root itself has failed. */
export function useOptionalConfig(): PublicConfig | null {
  const changed = useSyncExternalStore(
    subscribe,
    () => changes,
    () => none,
  )
  const config = useRouteLoaderData<{ config: PublicConfig }>('root')?.config ?? null
  return config && { ...config, ...changed }
}

export function useConfig(): PublicConfig {
  const config = useOptionalConfig()
  if (!config) throw new Error('The page has no configuration')
  return config
}
