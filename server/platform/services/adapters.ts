import { parseSender } from '#contract/wire/email-address.ts'
import type { PaymentProvider } from '#contract/wire/payment-provider.ts'
import { type HostedKind, hostedCaptcha } from '#server/adapters/captcha/hosted.ts'
import { discordApi } from '#server/adapters/discord/api.ts'
import { discordWebhook } from '#server/adapters/discord/webhook.ts'
import { smtpTransport } from '#server/adapters/mail/smtp.ts'
import { btcpayProvider } from '#server/adapters/payments/btcpay.ts'
import { nowpaymentsProvider } from '#server/adapters/payments/nowpayments.ts'
import { stripeProvider } from '#server/adapters/payments/stripe.ts'
import { stripeSetup } from '#server/adapters/payments/stripe-setup.ts'
import type { Config } from '#server/kernel/config/config.ts'
import type { KeysOf } from '#server/kernel/config/service-keys.ts'

// Creates adapters with keys from the services page, either saved or being tested.

export function cardsBy(
  keys: KeysOf<'stripe'>,
  { siteUrl, apiUrl, providersUrl }: Pick<Config, 'siteUrl' | 'apiUrl' | 'providersUrl'>,
) {
  return stripeProvider({
    secretKey: keys.STRIPE_SECRET_KEY,
    publishableKey: keys.STRIPE_PUBLISHABLE_KEY,
    webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
    webhookUrl: webhookUrl({ siteUrl, apiUrl }, 'stripe'),
    ...(providersUrl && {
      apiBase: `${providersUrl}/stripe`,
      scriptUrl: `${providersUrl}/stripe/js/stripe.js`,
    }),
  })
}

/** Inspects and connects an account before a webhook secret exists. */
export function cardSetupBy(
  keys: Pick<KeysOf<'stripe'>, 'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY'>,
  { providersUrl }: Pick<Config, 'providersUrl'>,
) {
  return stripeSetup({
    secretKey: keys.STRIPE_SECRET_KEY,
    publishableKey: keys.STRIPE_PUBLISHABLE_KEY,
    ...(providersUrl && { apiBase: `${providersUrl}/stripe` }),
  })
}

export function cryptoBy(keys: KeysOf<'nowpayments'>, config: Config) {
  const { nowpaymentsUrl, providersUrl } = config
  return nowpaymentsProvider({
    apiKey: keys.NOWPAYMENTS_API_KEY,
    ipnSecret: keys.NOWPAYMENTS_IPN_SECRET,
    url:
      nowpaymentsUrl ??
      (providersUrl ? `${providersUrl}/nowpayments` : 'https://api.nowpayments.io'),
    callbackUrl: webhookUrl(config, 'nowpayments'),
  })
}

export function btcpayBy(keys: KeysOf<'btcpay'>) {
  return btcpayProvider({
    url: keys.BTCPAY_URL,
    storeId: keys.BTCPAY_STORE_ID,
    apiKey: keys.BTCPAY_API_KEY,
    webhookSecret: keys.BTCPAY_WEBHOOK_SECRET,
  })
}

export function webhookUrl(
  { siteUrl, apiUrl }: Pick<Config, 'siteUrl' | 'apiUrl'>,
  provider: PaymentProvider,
): string {
  return `${apiUrl ?? `${siteUrl}/api`}/webhooks/${provider}`
}

export function mailBy(keys: KeysOf<'mail'>) {
  const from = parseSender(keys.MAIL_FROM) ?? { name: '', address: keys.MAIL_FROM }
  return smtpTransport({ url: keys.SMTP_URL, from })
}

export function discordBy(
  keys: KeysOf<'discord'>,
  { siteUrl, providersUrl }: Pick<Config, 'siteUrl' | 'providersUrl'>,
) {
  return discordApi({
    clientId: keys.DISCORD_CLIENT_ID,
    clientSecret: keys.DISCORD_CLIENT_SECRET,
    botToken: keys.DISCORD_BOT_TOKEN,
    guildId: keys.DISCORD_GUILD_ID,
    siteUrl,
    ...(providersUrl && {
      apiBase: `${providersUrl}/discord/api/v10`,
      authorizeBase: `${providersUrl}/discord/oauth2/authorize`,
    }),
  })
}

export function announcementsBy(
  { DISCORD_WEBHOOK_URL }: KeysOf<'announcements'>,
  { siteUrl, providersUrl }: Pick<Config, 'siteUrl' | 'providersUrl'>,
) {
  const [, id, token] = /\/webhooks\/(\d+)\/([\w-]+)$/.exec(DISCORD_WEBHOOK_URL)!
  const base = providersUrl ? `${providersUrl}/discord` : 'https://discord.com'
  // Always uses the API version that this adapter supports, whichever version the copied URL has.
  return discordWebhook({ url: `${base}/api/v10/webhooks/${id}/${token}`, siteUrl })
}

export function captchaBy(
  keys: KeysOf<'captcha'>,
  { siteUrl, captchaMinScore, providersUrl }: Config,
) {
  return hostedCaptcha({
    kind: keys.CAPTCHA as HostedKind,
    siteKey: keys.CAPTCHA_SITE_KEY,
    secretKey: keys.CAPTCHA_SECRET_KEY,
    minScore: captchaMinScore,
    siteUrl,
    ...(providersUrl && { verifyUrl: `${providersUrl}/captcha/siteverify` }),
  })
}
