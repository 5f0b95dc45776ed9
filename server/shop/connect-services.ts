import type { ServiceName } from '#contract/platform/health.ts'
import type { Captcha } from '#server/adapters/captcha/captcha.ts'
import { discordApi } from '#server/adapters/discord/api.ts'
import { discordWebhook } from '#server/adapters/discord/webhook.ts'
import { smtpTransport } from '#server/adapters/mail/smtp.ts'
import { btcpayProvider } from '#server/adapters/payments/btcpay.ts'
import { nowpaymentsProvider } from '#server/adapters/payments/nowpayments.ts'
import { stripeProvider } from '#server/adapters/payments/stripe.ts'
import type { Config } from '#server/kernel/config/config.ts'
import type { ServiceKeys } from '#server/kernel/config/service-keys.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { notesOutcomes } from '#server/platform/health/outcomes.ts'
import {
  announcementsBy,
  btcpayBy,
  captchaBy,
  cardsBy,
  cryptoBy,
  discordBy,
  mailBy,
  webhookUrl,
} from '#server/platform/services/adapters.ts'
import { logsOutages } from '#server/selling/payments/outages.ts'
import type { SandboxAccess } from './open-shop.ts'
import type { Shop } from './shop.ts'

type Options = {
  db: Database
  config: Config
  sandbox: SandboxAccess | null
  ownCaptcha: Captcha
}

type Adapters = Pick<Shop, 'card' | 'crypto' | 'mail' | 'discord' | 'announcements' | 'captcha'>

/** `use` replaces the adapters in `standing` whose keys have changed. */
export function connectServices({ db, config, sandbox, ownCaptcha }: Options) {
  const standing: Adapters = {
    card: null,
    crypto: { nowpayments: null, btcpay: null },
    mail: null,
    discord: null,
    announcements: null,
    captcha: ownCaptcha,
  }
  const connect: { [Name in ServiceName]: (keys: ServiceKeys[Name]) => void } = {
    stripe(keys) {
      const card = keys ? cardsBy(keys, config) : sandbox && sandboxCards(sandbox)
      standing.card = card && notesOutcomes(db, 'stripe', logsOutages(db, 'stripe', card))
    },
    nowpayments(keys) {
      const crypto = keys ? cryptoBy(keys, config) : sandbox && sandboxCrypto(sandbox, config)
      standing.crypto.nowpayments =
        crypto && notesOutcomes(db, 'nowpayments', logsOutages(db, 'nowpayments', crypto))
    },
    btcpay(keys) {
      const crypto = keys ? btcpayBy(keys) : sandbox && sandboxBtcpay(sandbox)
      standing.crypto.btcpay =
        crypto && notesOutcomes(db, 'btcpay', logsOutages(db, 'btcpay', crypto))
    },
    mail(keys) {
      // Mails already handed to the former transport are still sent.
      standing.mail?.close()
      const mail = keys ? mailBy(keys) : sandbox && sandboxMail(sandbox, config)
      standing.mail = mail && notesOutcomes(db, 'mail', mail)
    },
    discord(keys) {
      const discord = keys ? discordBy(keys, config) : sandbox && sandboxDiscord(sandbox, config)
      standing.discord = discord && notesOutcomes(db, 'discord', discord)
    },
    announcements(keys) {
      const channel = keys
        ? announcementsBy(keys, config)
        : sandbox && sandboxAnnouncements(sandbox, config)
      standing.announcements = channel && notesOutcomes(db, 'announcements', channel)
    },
    captcha(keys) {
      standing.captcha = keys ? notesOutcomes(db, 'captcha', captchaBy(keys, config)) : ownCaptcha
    },
  }
  const used = new Map<string, string>()

  function reconnect<Name extends ServiceName>(name: Name, keys: ServiceKeys[Name]) {
    const now = JSON.stringify(keys)
    if (used.get(name) === now) return
    used.set(name, now)
    connect[name](keys)
  }

  return {
    standing,
    use(keys: ServiceKeys) {
      for (const name of Object.keys(connect) as ServiceName[]) reconnect(name, keys[name])
    },
  }
}

function sandboxMail({ smtpPort }: SandboxAccess, { shopName }: Config) {
  const from = { name: shopName, address: 'shop@loadout.example' }
  return smtpTransport({ url: `smtp://127.0.0.1:${smtpPort}`, from })
}

function sandboxCards({ url, publicUrl, secrets }: SandboxAccess) {
  return stripeProvider({
    secretKey: secrets.stripeKey,
    publishableKey: 'pk_test_sandbox',
    webhookSecret: secrets.stripeWebhookSecret,
    apiBase: `${url}/stripe`,
    scriptUrl: `${publicUrl}/stripe/js/stripe.js`,
  })
}

function sandboxCrypto({ url, secrets }: SandboxAccess, config: Config) {
  return nowpaymentsProvider({
    apiKey: secrets.nowpaymentsKey,
    ipnSecret: secrets.nowpaymentsIpnSecret,
    url: `${url}/nowpayments`,
    callbackUrl: webhookUrl(config, 'nowpayments'),
  })
}

function sandboxBtcpay({ url, secrets }: SandboxAccess) {
  return btcpayProvider({
    url: `${url}/btcpay`,
    storeId: secrets.btcpayStoreId,
    apiKey: secrets.btcpayKey,
    webhookSecret: secrets.btcpayWebhookSecret,
  })
}

function sandboxDiscord({ url, publicUrl, secrets }: SandboxAccess, { siteUrl }: Config) {
  return discordApi({
    clientId: secrets.discordClientId,
    clientSecret: secrets.discordClientSecret,
    botToken: secrets.discordBotToken,
    guildId: secrets.discordGuildId,
    siteUrl,
    apiBase: `${url}/discord/api/v10`,
    authorizeBase: `${publicUrl}/discord/oauth2/authorize`,
  })
}

function sandboxAnnouncements({ url, secrets }: SandboxAccess, { siteUrl }: Config) {
  const path = `/discord/api/v10/webhooks/${webhookId}/${secrets.discordWebhookToken}`
  return discordWebhook({ url: url + path, siteUrl })
}

/** The only webhook of the stand-in. */
const webhookId = '1100000000000000004'
