import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { PublicConfig } from '#contract/public-config.ts'

export type { PublicConfig }

/** What an administrator has changed of it since the root loader embedded it. */
let changes: Partial<PublicConfig> = {}
const none: typeof changes = {}
const listeners = new Set<() => void>()

/** Shows what was changed on this page at once: the root's loader does not run again. */
export function tellConfig(changed: Partial<PublicConfig>) {
  changes = { ...changes, ...changed }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The configuration that the root loader embeds; null only where the root itself has failed. */
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
