import { serviceKeys } from '#server/kernel/config/service-keys.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { hasUnreadableFactors } from '#server/platform/sessions/factor-keys.ts'

type Opened = Pick<PlatformShop, 'db' | 'services' | 'config'> & {
  /** Null if the key cannot be decrypted. */
  markKey: unknown
  loaders: { markKey: unknown }
}

export async function tellUnreadable(shop: Opened): Promise<string[]> {
  const { db, services, config, markKey, loaders } = shop
  const { unreadable } = services.stored()
  const { ring } = services
  const said: string[] = []
  if (unreadable.length > 0) {
    const names = unreadable.flatMap((service) => serviceKeys[service]).join(', ')
    said.push(
      `These keys were not encrypted with the key in ${ring.origin} and cannot be used: ${names}. Start the shop with the key that encrypted them, or enter them again at ${config.siteUrl}/admin/settings/services.`,
    )
  }
  if (await hasUnreadableFactors(db, ring)) {
    said.push(
      `The two-factor secrets were not encrypted with the key in ${ring.origin}, so their users can only sign in with recovery codes. Start the shop with the key that encrypted them, as a former key in SECRETS_KEY.`,
    )
  }
  if (!markKey || !loaders.markKey) {
    said.push(
      `The key that identifies devices and copies was not encrypted with the key in ${ring.origin}, so no loader is let in and no release with slots is built. Start the shop with the key that encrypted it, as a former key in SECRETS_KEY.`,
    )
  }
  return said
}
