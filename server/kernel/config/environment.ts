import { isIP } from 'node:net'
import * as z from 'zod'
import { discordWebhookUrl } from '#contract/platform/services.ts'
import { parseSender } from '#contract/wire/email-address.ts'
import { namesProxies } from '#server/kernel/network/proxies.ts'
import { s3Url } from './s3-url.ts'
import { StartError } from './start-error.ts'

/** Each error text completes the sentence "The environment variable … is invalid: …". */
const wholeNumber = (least: number, most: number) => {
  const error = `it must be a whole number from ${least} to ${most}`
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error })
}
const port = wholeNumber(0, 65_535)
const webAddress = z.url({
  protocol: /^https?$/,
  error: 'it must be a URL such as https://shop.example.com',
})
const origin = webAddress.transform((text) => text.replace(/\/+$/, ''))
const list = z.string().transform((text) => text.split(',').map((part) => part.trim()))
const onOff = z
  .enum(['1', '0', 'true', 'false', 'on', 'off'])
  .transform((text) => /^(1|true|on)$/.test(text))

/** The hosts follow the last @, because the password may contain a comma. */
const databaseUrl = z
  .string()
  .refine(
    (url) =>
      !/^postgres(ql)?:\/\/([^/?#]*@)?[^@/?#]*,[^@/?#]*([/?#]|$)/i.test(url) &&
      !/[?&]host=[^&]*,/.test(url),
    'it names several hosts. Name one that always leads to the primary server, such as HAProxy (see Failover in docs/operating/scale.md)',
  )

/** Every environment variable that the server reads. docs/operating/configure.md lists them. */
const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('localhost'),
  SITE_URL: origin.optional(),
  API_URL: origin.optional(),
  TRUST_PROXY: z
    .string()
    .refine(namesProxies, 'it must be addresses or networks, separated by commas')
    .default('loopback'),
  ROLES: list.pipe(z.array(z.enum(['web', 'worker'])).min(1)).default(['web', 'worker']),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URL: z.string().optional(),
  DATABASE_POOL: wholeNumber(2, 200).default(10),
  DATA_DIR: z.string().optional(),
  S3_URL: s3Url.optional(),
  S3_DOWNLOADS: z.enum(['through', 'signed']).default('through'),
  BACKUP_TO: z.string().optional(),
  BACKUP_PASSPHRASE: z.string().min(8, 'it must have at least 8 characters').optional(),
  FILES_IN: z.enum(['folder', 's3']).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('warn'),
  RATE_LIMITS: onOff.default(true),
  SHOP_NAME: z.string().min(1).max(40).optional(),
  COMMUNITY_URL: webAddress.optional(),
  SANDBOX: onOff.optional(),
  SANDBOX_PORT: port.optional(),
  SANDBOX_SMTP_PORT: port.optional(),
  SANDBOX_URL: origin.optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  NOWPAYMENTS_API_KEY: z.string().optional(),
  NOWPAYMENTS_IPN_SECRET: z.string().optional(),
  NOWPAYMENTS_URL: origin.optional(),
  BTCPAY_URL: origin.optional(),
  BTCPAY_STORE_ID: z.string().optional(),
  BTCPAY_API_KEY: z.string().optional(),
  BTCPAY_WEBHOOK_SECRET: z.string().optional(),
  DISCORD_CLIENT_ID: z.string().optional(),
  DISCORD_CLIENT_SECRET: z.string().optional(),
  DISCORD_BOT_TOKEN: z.string().optional(),
  DISCORD_GUILD_ID: z
    .string()
    .regex(/^\d{17,20}$/, 'it must be the server ID that Discord shows, a number')
    .optional(),
  DISCORD_WEBHOOK_URL: discordWebhookUrl.optional(),
  CAPTCHA: z.enum(['altcha', 'recaptcha', 'hcaptcha', 'turnstile']).optional(),
  CAPTCHA_SITE_KEY: z.string().optional(),
  CAPTCHA_SECRET_KEY: z.string().optional(),
  CAPTCHA_MIN_SCORE: z.coerce.number().min(0).max(1).default(0.5),
  CAPTCHA_WORK: wholeNumber(1, 20_000).default(500),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'it must be a URL such as smtp://user:password@mail.example.com:587',
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .refine(
      (text) => parseSender(text) !== null,
      'it must be an address, or a name with an address: Shop <shop@example.com>',
    )
    .optional(),
  DKIM_SELECTOR: list
    .pipe(z.array(z.string().regex(/^[\w.-]{1,63}$/, 'it must be names, separated by commas')))
    .default([]),
  DNS_SERVER: z
    .string()
    .refine(namesServer, 'it must be an address, with or without a port')
    .optional(),
  CAMPAIGN_RATE: z.coerce.number().min(0.1).max(1000).default(10),
  LOADER_SIGNING_KEY: z.string().optional(),
  SECRETS_KEY: z.string().optional(),
  PROVIDERS_URL: origin
    .refine(isLoopback, 'it is only for test servers on this machine, at a loopback address')
    .optional(),
  LOADOUT_DEV: onOff.default(false),
})

export type Environment = z.output<typeof environment>

/** An empty variable counts as not set. Throws a StartError that names an invalid one. */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]!
  const name = String(issue.path[0])
  throw new StartError(`The environment variable ${name} is invalid: ${issue.message}.`)
}

function namesServer(text: string): boolean {
  const [, bare, address] = text.match(/^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/) ?? []
  return isIP(bare ?? address ?? text) !== 0
}

/** A shop that only this machine can reach may deliver products for play money. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url)
  return (
    /(^|\.)localhost$/.test(hostname) ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  )
}
