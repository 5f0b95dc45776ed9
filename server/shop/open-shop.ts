import { altchaCaptcha } from '#server/adapters/captcha/altcha.ts'
import { openStorage } from '#server/adapters/storage/open.ts'
import { viesRegister, viesUrl } from '#server/adapters/vies/vies.ts'
import { watchSales } from '#server/catalogue/products/sales.ts'
import { openCache } from '#server/kernel/cache/cache.ts'
import { listenForChanges } from '#server/kernel/cache/changes.ts'
import type { Config } from '#server/kernel/config/config.ts'
import { openDatabase } from '#server/kernel/database/database.ts'
import { noReplica, openReplica } from '#server/kernel/database/replica.ts'
import { sealedSecret } from '#server/kernel/secrets/sealed-secret.ts'
import { loadKeyring } from '#server/kernel/secrets/sealing.ts'
import { loadSigningKeys } from '#server/licensing/loader/signing-key.ts'
import { openLoaders } from '#server/licensing/loader-api/loaders.ts'
import { notesOutcomes } from '#server/platform/health/outcomes.ts'
import { watchServiceKeys } from '#server/platform/services/watch.ts'
import { watchSettings } from '#server/platform/settings/settings.ts'
import { connectServices } from './connect-services.ts'
import { declareDomains, domains } from './domains.ts'
import { followClock, type SandboxClock } from './sandbox/sandbox-clock.ts'
import type { Shop } from './shop.ts'

export type SandboxAccess = {
  url: string
  publicUrl: string
  smtpPort: number
  secrets: {
    stripeKey: string
    stripeWebhookSecret: string
    nowpaymentsKey: string
    nowpaymentsIpnSecret: string
    btcpayKey: string
    btcpayStoreId: string
    btcpayWebhookSecret: string
    discordClientId: string
    discordClientSecret: string
    discordBotToken: string
    discordGuildId: string
    discordWebhookToken: string
  }
} & SandboxClock

type Options = {
  config: Config
  dataDir: string
  databaseUrl: string
  /** A connection that supports LISTEN, so not through a transaction pooler. */
  directUrl?: string
  sandbox?: SandboxAccess | null
}

/** Connects everything that the shop needs. In test mode, services without keys use the sandbox. */
export async function openShop(options: Options): Promise<Shop> {
  const { dataDir, databaseUrl, directUrl = databaseUrl, sandbox = null } = options
  declareDomains()
  // Do everything that can refuse the start first, so that nothing is left open.
  const ring = await loadKeyring(dataDir, options.config.secretsKey)
  const loaderKeys = await loadSigningKeys(dataDir, options.config.loaderSigningKey)
  const storage = await openStorage(options.config, dataDir)
  const db = openDatabase(databaseUrl, options.config.databasePool, {
    pooled: directUrl !== databaseUrl,
  })
  const { databaseReplicaUrl, databasePool } = options.config
  const replica = databaseReplicaUrl
    ? openReplica(db, databaseReplicaUrl, { poolSize: databasePool })
    : noReplica(db)
  const changes = await listenForChanges(directUrl)
  const cache = openCache(changes)
  if (sandbox) await followClock(db, changes, sandbox)
  const stopSales = await watchSales(db, changes)
  const settings = await watchSettings(db, changes, options.config, cache.remove)
  const config = withBrand(options.config, settings)
  const adapters = connectServices({
    db,
    config,
    sandbox,
    ownCaptcha: await altchaCaptcha(db, { work: config.captchaWork }),
  })
  const services = await watchServiceKeys({ db, changes, config, ring }, (keys) => {
    adapters.use(keys)
    cache.remove('services')
  })
  return Object.assign(adapters.standing, {
    config,
    db,
    domains,
    replica,
    changes: {
      ...changes,
      stop() {
        stopSales()
        return changes.stop()
      },
    },
    cache,
    settings,
    services,
    directUrl,
    dataDir,
    storage: notesOutcomes(db, 'files', storage),
    vies: notesOutcomes(db, 'vies', viesRegister({ url: viesUrlOf(config, sandbox) })),
    sandboxUrl: sandbox?.publicUrl ?? null,
    loaderKey: loaderKeys[0],
    loaderKeys,
    markKey: await sealedSecret(db, ring, 'build marks'),
    loaders: await openLoaders({ db, changes, config, settings, ring, keys: loaderKeys }),
  })
}

/** In test mode, no request leaves the machine. */
function viesUrlOf({ providersUrl }: Config, sandbox: SandboxAccess | null) {
  const standIns = sandbox?.url ?? providersUrl
  return standIns ? `${standIns}/vies` : viesUrl
}

/** The configured brand applies immediately wherever the configuration is read. */
function withBrand(config: Config, settings: Shop['settings']): Config {
  const name = () => settings().shop_name ?? config.shopName
  return Object.defineProperties(
    { ...config },
    {
      look: { get: () => settings().look, enumerable: true },
      seller: { get: () => settings().seller, enumerable: true },
      timeZone: { get: () => settings().time_zone ?? 'UTC', enumerable: true },
      mailTexts: { get: () => settings().mailTexts, enumerable: true },
      ...(!config.namedByEnvironment && { shopName: { get: name, enumerable: true } }),
    },
  )
}

export async function closeShop(shop: Shop) {
  await shop.loaders.stop()
  await shop.changes.stop()
  shop.mail?.close()
  shop.storage.close()
  await shop.replica.close()
  await shop.db.destroy()
}
