import { serviceKeys } from '#server/kernel/service-keys.ts'
import type { Shop } from '#server/shop/shop.ts'

/** Tells an operator which keys this process cannot read; null when it reads all. */
export function unreadableKeys({ services, config }: Pick<Shop, 'services' | 'config'>) {
  const { unreadable } = services.stored()
  if (unreadable.length === 0) return null
  const names = unreadable.flatMap((service) => serviceKeys[service]).join(', ')
  return `Not sealed with the key in ${services.ring.origin}, and so not set up: ${names}. Start the shop with the key that sealed them, or set them anew at ${config.siteUrl}/admin/settings/services.`
}
