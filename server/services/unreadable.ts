import { serviceKeys } from '#server/kernel/service-keys.ts'
import { hasUnreadableFactors } from '#server/sessions/factor-keys.ts'
import type { Shop } from '#server/shop/shop.ts'

type Opened = Pick<Shop, 'db' | 'services' | 'config' | 'markKey' | 'loaders'>

/**
 * Returns one sentence for the operator per secret that this process cannot read, because it lacks
 * the key that sealed it.
 */
export async function tellUnreadable(shop: Opened): Promise<string[]> {
  const { db, services, config, markKey, loaders } = shop
  const { unreadable } = services.stored()
  const { ring } = services
  const said: string[] = []
  if (unreadable.length > 0) {
    const names = unreadable.flatMap((service) => serviceKeys[service]).join(', ')
    said.push(
      `Not sealed with the key in ${ring.origin}, and so not set up: ${names}. Start the shop with the key that sealed them, or set them anew at ${config.siteUrl}/admin/settings/services.`,
    )
  }
  if (await hasUnreadableFactors(db, ring)) {
    said.push(
      `Not sealed with the key in ${ring.origin}: second factors, whose users are let in by recovery codes alone. Start the shop with the key that sealed them, as a former one in SECRETS_KEY.`,
    )
  }
  if (!markKey || !loaders.markKey) {
    said.push(
      `Not sealed with the key in ${ring.origin}: what computers and copies are told apart by, so loaders are let in nowhere and no release with slots is built. Start the shop with the key that sealed it, as a former one in SECRETS_KEY.`,
    )
  }
  return said
}
