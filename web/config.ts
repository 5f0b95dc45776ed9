import { useRouteLoaderData } from 'react-router'
import type { PublicConfig } from '#contract/public-config.ts'

export type { PublicConfig }

/** The configuration that the root loader embeds; null only where the root itself has failed. */
export function useOptionalConfig(): PublicConfig | null {
  return useRouteLoaderData<{ config: PublicConfig }>('root')?.config ?? null
}

export function useConfig(): PublicConfig {
  const config = useOptionalConfig()
  if (!config) throw new Error('The page has no configuration')
  return config
}
