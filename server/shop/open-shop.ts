import path from 'node:path'
import { altchaCaptcha } from '#server/adapters/captcha/altcha.ts'
import { hostedCaptcha } from '#server/adapters/captcha/hosted.ts'
import { discordApi } from '#server/adapters/discord/api.ts'
import { smtpTransport } from '#server/adapters/mail/smtp.ts'
import { nowpaymentsProvider } from '#server/adapters/payments/nowpayments.ts'
import { stripeProvider } from '#server/adapters/payments/stripe.ts'
import { openFileStorage } from '#server/adapters/storage/files.ts'
import { notesOutcomes } from '#server/health/services.ts'
import { openCache } from '#server/kernel/cache.ts'
import { listenForChanges } from '#server/kernel/changes.ts'
import type { Config } from '#server/kernel/config.ts'
import { type Database, openDatabase } from '#server/kernel/database.ts'
import { loadSigningKey } from '#server/loader/signing-key.ts'
import { logsOutages } from '#server/payments/outages.ts'
import { watchSettings } from '#server/settings/settings.ts'
import type { Shop } from './shop.ts'

/** Where the sandbox listens and what it takes for keys, when the shop is in test mode. */
export type SandboxAccess = {
  url: string
  publicUrl: string
  smtpPort: number
  secrets: {
    stripeKey: string
    stripeWebhookSecret: string
    nowpaymentsKey: string
    nowpaymentsIpnSecret: string
    discordClientId: string
    discordClientSecret: string
    discordBotToken: string
    discordGuildId: string
  }
}

type Options = {
  config: Config
  /** Where files and keys are kept. */
  dataDir: string
  databaseUrl: string
  /** A connection that LISTEN works on: not through a transaction pooler. */
  directUrl?: string
  sandbox?: SandboxAccess | null
}

/** Connects everything that the shop needs. In test mode what has no keys talks to the sandbox. */
export async function openShop(options: Options): Promise<Shop> {
  const { dataDir, databaseUrl, directUrl = databaseUrl, sandbox = null } = options
  const db = openDatabase(databaseUrl, options.config.databasePool, {
    pooled: directUrl !== databaseUrl,
  })
  const changes = await listenForChanges(directUrl)
  const cache = openCache(changes)
  const settings = await watchSettings(db, changes, cache.clear)
  const config = withName(options.config, settings)
  return {
    config,
    db,
    changes,
    cache,
    settings,
    dataDir,
    storage: await openFileStorage(path.join(dataDir, 'files')),
    captcha: config.captcha
      ? notesOutcomes(db, 'captcha', hostedCaptcha({ ...config.captcha, siteUrl: config.siteUrl }))
      : await altchaCaptcha(db, { work: config.captchaWork }),
    mail: noting(db, 'mail', mailOf(config, sandbox)),
    card: watching(db, 'stripe', cardOf(config, sandbox)),
    crypto: watching(db, 'nowpayments', cryptoOf(config, sandbox)),
    discord: noting(db, 'discord', discordOf(config, sandbox)),
    sandboxUrl: sandbox?.publicUrl ?? null,
    loaderKey: await loadSigningKey(dataDir, config.loaderSigningKey),
  }
}

/** The name that was given at `/setup` counts wherever the configuration is read, and at once. */
function withName(config: Config, settings: Shop['settings']): Config {
  if (config.namedByEnvironment) return config
  const get = () => settings().shop_name ?? config.shopName
  return Object.defineProperty({ ...config }, 'shopName', { get, enumerable: true })
}

export async function closeShop(shop: Shop) {
  await shop.changes.stop()
  shop.mail?.close()
  await shop.db.destroy()
}

function watching<P extends object>(
  db: Database,
  name: 'stripe' | 'nowpayments',
  provider: P | null,
) {
  return provider && notesOutcomes(db, name, logsOutages(db, name, provider))
}

function noting<A extends object>(db: Database, name: 'mail' | 'discord', adapter: A | null) {
  return adapter && notesOutcomes(db, name, adapter)
}

function mailOf({ smtp, shopName }: Config, sandbox: SandboxAccess | null) {
  if (smtp) return smtpTransport(smtp)
  if (!sandbox) return null
  const from = `${shopName} <shop@loadout.example>`
  return smtpTransport({ url: `smtp://127.0.0.1:${sandbox.smtpPort}`, from })
}

function cardOf({ stripe }: Config, sandbox: SandboxAccess | null) {
  if (stripe) return stripeProvider(stripe)
  if (!sandbox) return null
  return stripeProvider({
    secretKey: sandbox.secrets.stripeKey,
    publishableKey: 'pk_test_sandbox',
    webhookSecret: sandbox.secrets.stripeWebhookSecret,
    apiBase: `${sandbox.url}/stripe`,
    scriptUrl: `${sandbox.publicUrl}/stripe/js/stripe.js`,
  })
}

function cryptoOf({ nowpayments, siteUrl, apiUrl }: Config, sandbox: SandboxAccess | null) {
  const callbackUrl = `${apiUrl ?? `${siteUrl}/api`}/webhooks/nowpayments`
  if (nowpayments) return nowpaymentsProvider({ ...nowpayments, callbackUrl })
  if (!sandbox) return null
  return nowpaymentsProvider({
    apiKey: sandbox.secrets.nowpaymentsKey,
    ipnSecret: sandbox.secrets.nowpaymentsIpnSecret,
    url: `${sandbox.url}/nowpayments`,
    callbackUrl,
  })
}

function discordOf({ discord, siteUrl }: Config, sandbox: SandboxAccess | null) {
  if (discord) return discordApi({ ...discord, siteUrl })
  if (!sandbox) return null
  return discordApi({
    clientId: sandbox.secrets.discordClientId,
    clientSecret: sandbox.secrets.discordClientSecret,
    botToken: sandbox.secrets.discordBotToken,
    guildId: sandbox.secrets.discordGuildId,
    siteUrl,
    apiBase: `${sandbox.url}/discord/api/v10`,
    authorizeBase: `${sandbox.publicUrl}/discord/oauth2/authorize`,
  })
}
