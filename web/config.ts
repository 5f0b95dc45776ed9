import { useRouteLoaderData } from 'react-router'

/** What the server tells every visitor's browser; nothing in it depends on who asks. */
export type PublicConfig = {
  /** The product's name, as in the loader's file name. */
  product: string
  /** Origin of the site, without a trailing slash. */
  siteUrl: string
  /** Another base for the API, without a trailing slash; null means `/api` on this host. */
  apiUrl: string | null
  communityUrl: string
  /** Present only in test mode: the base of the sandbox's pages. */
  sandbox: { url: string } | null
  captcha: { kind: 'altcha' }
  /** Null when the store takes no cards. */
  stripe: { publishableKey: string; scriptUrl: string } | null
}

/** The configuration that the root loader embeds; null only where the root itself has failed. */
export function useOptionalConfig(): PublicConfig | null {
  return useRouteLoaderData<{ config: PublicConfig }>('root')?.config ?? null
}

export function useConfig(): PublicConfig {
  const config = useOptionalConfig()
  if (!config) throw new Error('The page has no configuration')
  return config
}
