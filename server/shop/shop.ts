import type { Captcha } from '#server/adapters/captcha/captcha.ts'
import type { Discord } from '#server/adapters/discord/discord.ts'
import type { Announcements } from '#server/adapters/discord/webhook.ts'
import type { MailTransport } from '#server/adapters/mail/mail.ts'
import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import type { CryptoProviders } from '#server/adapters/payments/crypto-provider.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import type { Vies } from '#server/adapters/vies/vies.ts'
import type { Cache } from '#server/kernel/cache.ts'
import type { Changes } from '#server/kernel/changes.ts'
import type { Config } from '#server/kernel/config.ts'
import type { Database } from '#server/kernel/database.ts'
import type { Replica } from '#server/kernel/replica.ts'
import type { SigningKey, SigningKeys } from '#server/loader/signing-key.ts'
import type { Loaders } from '#server/loader-api/loaders.ts'
import type { WatchedKeys } from '#server/services/watch.ts'
import type { Standing } from '#server/settings/settings.ts'

declare module 'fastify' {
  interface FastifyInstance {
    shop: Shop
  }
}

declare module '#server/kernel/jobs.ts' {
  interface Work extends Omit<Shop, 'config' | 'db'> {}
}

/**
 * Everything that a running process holds. Rules take the parts they need, `db` first. What speaks to
 * a service is replaced when its keys change: read it from the shop each time.
 */
export type Shop = {
  config: Config
  db: Database
  /** Where staff's lists are read. */
  replica: Replica
  /** Of the database itself, past a transaction pooler: for programs that the shop starts. */
  directUrl: string
  /** Where files and keys are kept. */
  dataDir: string
  storage: Storage
  /** Signs the loaders that customers download. */
  loaderKey: SigningKey
  /** Fills the slots of loaders; null when it cannot be opened. */
  markKey: Buffer | null
  /** The signing key, the former ones and the next: loaders may verify with any of them. */
  loaderKeys: SigningKeys
  /** The loaders that are paired and running, as far as this process knows them. */
  loaders: Loaders
  changes: Changes
  cache: Cache
  settings: () => Standing
  /** The keys of the services outside that were given on a page. */
  services: WatchedKeys
  captcha: Captcha
  mail: MailTransport | null
  /** Null when no provider is configured: the method is then not offered. */
  card: CardProvider | null
  crypto: CryptoProviders
  /** Null when it is not set up: no account can then be linked. */
  discord: Discord | null
  /** The register of VAT ids. It has no keys. */
  vies: Vies
  /** Null when no channel is set up to tell of releases. */
  announcements: Announcements | null
  /** Where the browser reaches the sandbox in test mode. */
  sandboxUrl: string | null
}
