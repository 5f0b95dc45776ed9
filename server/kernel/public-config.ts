import type { PublicConfig } from '#contract/public-config.ts'
import type { Shop } from './shop.ts'

/** What every visitor's browser may know. */
export function publicConfig({
  config,
  card,
  crypto,
  captcha,
  discord,
  sandboxUrl,
}: Shop): PublicConfig {
  return {
    product: config.product,
    siteUrl: config.siteUrl,
    apiUrl: config.apiUrl,
    communityUrl: config.communityUrl,
    sandbox: sandboxUrl ? { url: sandboxUrl } : null,
    captcha: captcha.page,
    crypto: crypto !== null,
    discord: discord !== null,
    stripe: card && { publishableKey: card.publishableKey, scriptUrl: card.scriptUrl },
  }
}
