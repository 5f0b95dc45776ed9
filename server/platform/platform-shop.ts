import type { Captcha } from '#server/adapters/captcha/captcha.ts'
import type { Discord } from '#server/adapters/discord/discord.ts'
import type { Announcements } from '#server/adapters/discord/webhook.ts'
import type { MailTransport } from '#server/adapters/mail/mail.ts'
import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import type { CryptoProviders } from '#server/adapters/payments/crypto-provider.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import type { Vies } from '#server/adapters/vies/vies.ts'
import type { Changes } from '#server/kernel/cache/changes.ts'
import type { Replica } from '#server/kernel/database/replica.ts'
import type { KernelShop } from '#server/kernel/http/kernel-shop.ts'
import type { Domain } from './domain.ts'
import type { WatchedKeys } from './services/watch.ts'
import type { Standing } from './settings/settings.ts'

/** The parts of a running shop that every domain can use. See `Shop` in `server/shop/shop.ts`. */
export type PlatformShop = Omit<KernelShop, 'settings'> & {
  /** The database from which staff lists are read. */
  replica: Replica
  /** The database without a transaction pooler, for programs that the shop starts. */
  directUrl: string
  dataDir: string
  storage: Storage
  changes: Changes
  settings: () => Standing
  domains: readonly Domain[]
  services: WatchedKeys
  captcha: Captcha
  mail: MailTransport | null
  /** Null if no provider is configured. The payment method is then not offered. */
  card: CardProvider | null
  crypto: CryptoProviders
  /** Null if Discord is not set up. Accounts then cannot be linked. */
  discord: Discord | null
  vies: Vies
  /** Null if no channel is set up for release announcements. */
  announcements: Announcements | null
  /** The URL of the sandbox for the browser in test mode. */
  sandboxUrl: string | null
}
