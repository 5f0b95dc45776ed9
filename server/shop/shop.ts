import type { Captcha } from '#server/adapters/captcha/captcha.ts'
import type { Discord } from '#server/adapters/discord/discord.ts'
import type { Announcements } from '#server/adapters/discord/webhook.ts'
import type { MailTransport } from '#server/adapters/mail/mail.ts'
import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import type { CryptoProviders } from '#server/adapters/payments/crypto-provider.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import type { Vies } from '#server/adapters/vies/vies.ts'
import type { Cache } from '#server/kernel/cache/cache.ts'
import type { Changes } from '#server/kernel/cache/changes.ts'
import type { Config } from '#server/kernel/config/config.ts'
import type { Database } from '#server/kernel/database/database.ts'
import type { Replica } from '#server/kernel/database/replica.ts'
import type { SigningKey, SigningKeys } from '#server/licensing/loader/signing-key.ts'
import type { Loaders } from '#server/licensing/loader-api/loaders.ts'
import type { WatchedKeys } from '#server/platform/services/watch.ts'
import type { Standing } from '#server/platform/settings/settings.ts'

declare module 'fastify' {
  interface FastifyInstance {
    shop: Shop
  }
}

declare module '#server/kernel/jobs/jobs.ts' {
  interface Work extends Omit<Shop, 'config' | 'db'> {}
}

/**
 * The state of a running process. Functions take the parts they need, `db` first. Service adapters
 * are replaced when their keys change, so read them from the shop each time.
 */
export type Shop = {
  config: Config
  db: Database
  /** The database from which staff lists are read. */
  replica: Replica
  /**
   * The URL of the database itself, without a transaction pooler, for programs that the shop
   * starts.
   */
  directUrl: string
  /** The directory of files and keys. */
  dataDir: string
  storage: Storage
  /** Signs the loaders that customers download. */
  loaderKey: SigningKey
  /** The key that fills the slots of loaders. Null if it cannot be decrypted. */
  markKey: Buffer | null
  /** The current, former and next signing keys. Loaders may verify with any of them. */
  loaderKeys: SigningKeys
  /** The paired and running loaders that this process knows of. */
  loaders: Loaders
  changes: Changes
  cache: Cache
  settings: () => Standing
  /** The keys of external services that were entered on a page. */
  services: WatchedKeys
  captcha: Captcha
  mail: MailTransport | null
  /** Null if no provider is configured. The payment method is then not offered. */
  card: CardProvider | null
  crypto: CryptoProviders
  /** Null if Discord is not set up. Accounts then cannot be linked. */
  discord: Discord | null
  /** The register of VAT ids. It needs no keys. */
  vies: Vies
  /** Null if no channel is set up for release announcements. */
  announcements: Announcements | null
  /** The URL of the sandbox for the browser in test mode. */
  sandboxUrl: string | null
}
