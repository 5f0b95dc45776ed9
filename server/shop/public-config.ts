import type { PublicConfig, Registration } from '#contract/platform/public-config.ts'
import type { Settings } from '#contract/platform/settings.ts'
import { closedBy } from '#server/kernel/http/closed.ts'
import { publicBrand } from '#server/platform/brand/public-brand.ts'
import type { Shop } from './shop.ts'

export function publicConfig(shop: Shop): PublicConfig {
  const { config, card, crypto, captcha, mail, discord, sandboxUrl, settings } = shop
  return {
    shopName: config.shopName,
    brand: publicBrand(config),
    footer: settings().footer,
    seller: settings().seller,
    legalVersions: settings().legalVersions,
    currency: settings().currency,
    timeZone: config.timeZone,
    siteUrl: config.siteUrl,
    apiUrl: config.apiUrl,
    // The stand-in for Discord has its own page to link to.
    communityUrl: config.communityUrl ?? (sandboxUrl && `${sandboxUrl}/discord`),
    opened: closedBy(shop) !== 'not_open',
    registration: registrationOf(settings()),
    sandbox: sandboxUrl ? { url: sandboxUrl } : null,
    captcha: captcha.page,
    crypto: Object.values(crypto).some((provider) => provider !== null),
    mail: mail !== null,
    discord: discord !== null,
    stripe: card && { publishableKey: card.publishableKey, scriptUrl: card.scriptUrl },
  }
}

function registrationOf({
  registration_disabled,
  registration_by_referral,
}: Settings): Registration {
  if (registration_disabled) return 'closed'
  return registration_by_referral ? 'by_referral' : 'open'
}
