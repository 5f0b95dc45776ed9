import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import type { Accent } from '#contract/brand.ts'
import type { Seller } from '#contract/seller.ts'
import { discordWebhookUrl } from '#contract/services.ts'
import { namesProxies } from './proxies.ts'
import { s3Url } from './s3-url.ts'
import { keysOfEnvironment } from './service-keys.ts'
import { StartError } from './start-error.ts'

/** Error texts end the sentence "The environment variable … is not usable: …". */
const wholeNumber = (least: number, most: number) => {
  const error = `it takes a whole number from ${least} to ${most}`
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error })
}
const port = wholeNumber(0, 65_535)
const webAddress = z.url({
  protocol: /^https?$/,
  error: 'it takes an address such as https://shop.example.com',
})
const origin = webAddress.transform((text) => text.replace(/\/+$/, ''))
const list = z.string().transform((text) => text.split(',').map((part) => part.trim()))
const onOff = z
  .enum(['1', '0', 'true', 'false', 'on', 'off'])
  .transform((text) => /^(1|true|on)$/.test(text))

/** Every environment variable that the server reads. `docs/operating.md` lists them for operators. */
const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('localhost'),
  SITE_URL: origin.optional(),
  API_URL: origin.optional(),
  TRUST_PROXY: z
    .string()
    .refine(namesProxies, 'it takes addresses or networks, separated by commas')
    .default('loopback'),
  ROLES: list.pipe(z.array(z.enum(['web', 'worker'])).min(1)).default(['web', 'worker']),
  DATABASE_URL: z.string().optional(),
  DATABASE_DIRECT_URL: z.string().optional(),
  DATABASE_REPLICA_URL: z.string().optional(),
  DATABASE_POOL: wholeNumber(2, 200).default(10),
  DATA_DIR: z.string().optional(),
  S3_URL: s3Url.optional(),
  S3_DOWNLOADS: z.enum(['through', 'signed']).default('through'),
  BACKUP_TO: z.string().optional(),
  BACKUP_PASSPHRASE: z.string().min(8, 'it has at least 8 characters').optional(),
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
    .regex(/^\d{17,20}$/, 'it is the number that Discord shows as the server’s ID')
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
      error: 'it takes an address such as smtp://user:password@mail.example.com:587',
    })
    .optional(),
  MAIL_FROM: z.string().optional(),
  DKIM_SELECTOR: list
    .pipe(z.array(z.string().regex(/^[\w.-]{1,63}$/, 'it takes names, separated by commas')))
    .default([]),
  DNS_SERVER: z
    .string()
    .refine(namesServer, 'it takes an address, with or without a port')
    .optional(),
  CAMPAIGN_RATE: z.coerce.number().min(0.1).max(1000).default(10),
  LOADER_SIGNING_KEY: z.string().optional(),
  SECRETS_KEY: z.string().optional(),
  PROVIDERS_URL: origin
    .refine(isLoopback, 'it is for stand-ins on this machine, at a loopback address')
    .optional(),
  LOADOUT_DEV: onOff.default(false),
})

/** Where files and keys are kept, unless DATA_DIR says otherwise. */
const defaultDataDir = fileURLToPath(new URL('../../.data', import.meta.url))

export const dataDirOf = ({ dataDir }: Pick<Config, 'dataDir'>) => dataDir ?? defaultDataDir

export type Config = ReturnType<typeof loadConfig>

/** What the shop was given to look like; null where it looks like itself. */
export type Look = { accent: Accent | null; logo: Logo | null }

/** `hash` names its files. Pixels, or an SVG's units. */
export type Logo = { hash: string; type: 'svg' | 'png'; width: number; height: number }

/** Reads the environment once. Throws a StartError that names the variable that is wrong. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    const name = String(issue.path[0])
    throw new StartError(`The environment variable ${name} is not usable: ${issue.message}.`)
  }
  const values = parsed.data
  const siteUrl = values.SITE_URL ?? `http://localhost:${values.PORT}`
  const sandbox = values.SANDBOX ?? isLoopback(siteUrl)
  const keys = keysOfEnvironment(values)
  if (values.FILES_IN === 's3' && !values.S3_URL) {
    throw new StartError('FILES_IN=s3 needs the environment variable S3_URL.')
  }
  if (!values.RATE_LIMITS && !isLoopback(siteUrl)) {
    throw new StartError('RATE_LIMITS can be off only while SITE_URL is a loopback address.')
  }
  return {
    port: values.PORT,
    host: values.HOST,
    siteUrl,
    apiUrl: values.API_URL ?? null,
    secureCookies: siteUrl.startsWith('https:'),
    /** Browsers give pages their cryptography, which the store's own captcha takes. */
    secureContext: siteUrl.startsWith('https:') || isLoopback(siteUrl),
    trustProxy: values.TRUST_PROXY === 'none' ? false : values.TRUST_PROXY,
    roles: values.ROLES,
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    databasePool: values.DATABASE_POOL,
    dataDir: values.DATA_DIR && path.resolve(values.DATA_DIR),
    /** Where backups go, unless the command that makes one names another place. */
    backupTo: values.BACKUP_TO ?? null,
    backupPassphrase: values.BACKUP_PASSPHRASE,
    /** A bucket that files are in, or were. */
    s3: values.S3_URL ?? null,
    filesIn: values.FILES_IN ?? (values.S3_URL ? 's3' : 'folder'),
    /** Downloads are sent to the bucket, not through the shop. */
    signedDownloads: values.S3_DOWNLOADS === 'signed',
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
    rateLimits: values.RATE_LIMITS,
    /** The one of the database once the shop is open, unless the environment gives one. */
    shopName: values.SHOP_NAME ?? 'Loadout',
    namedByEnvironment: values.SHOP_NAME !== undefined,
    /** The one of the database once the shop is open. */
    look: { accent: null, logo: null } as Look,
    /** Who sells, as the settings of an open shop have it. */
    seller: null as Seller | null,
    /** Where the shop is, as its settings have it. */
    timeZone: 'UTC',
    /** What was published of the words of mails, by the mail's name. */
    mailTexts: {} as Readonly<Record<string, Record<string, unknown>>>,
    communityUrl: values.COMMUNITY_URL ?? null,
    sandbox: sandbox
      ? {
          port: values.SANDBOX_PORT ?? (values.PORT === 0 ? 0 : values.PORT + 1),
          smtpPort: values.SANDBOX_SMTP_PORT ?? (values.PORT === 0 ? 0 : values.PORT + 2),
          publicUrl: values.SANDBOX_URL,
          /** Nobody said so: it goes by the address. */
          byDefault: values.SANDBOX === undefined,
        }
      : null,
    /** Of the services outside; those given on a page come after them. */
    keys,
    /** The environment says that the captcha is the store's own. */
    ownCaptcha: values.CAPTCHA === 'altcha',
    captchaMinScore: values.CAPTCHA_MIN_SCORE,
    /** Tries that a solution of ALTCHA's challenge takes on average. */
    captchaWork: values.CAPTCHA_WORK,
    nowpaymentsUrl: values.NOWPAYMENTS_URL,
    /** Stand-ins that take the place of all providers, as if they were them. */
    providersUrl: values.PROVIDERS_URL ?? null,
    /** Under which names the domain's DKIM keys stand, as far as the shop was told. */
    dkimSelectors: values.DKIM_SELECTOR,
    /** Asked about the domain of mail, in place of the machine's own. */
    dnsServer: values.DNS_SERVER ?? null,
    /** Campaign mails a second, over all processes. */
    campaignRate: values.CAMPAIGN_RATE,
    secretsKey: fileOrText('SECRETS_KEY', values),
    loaderSigningKey: fileOrText('LOADER_SIGNING_KEY', values),
    dev: values.LOADOUT_DEV,
  }
}

function namesServer(text: string): boolean {
  const [, bare, address] = text.match(/^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/) ?? []
  return isIP(bare ?? address ?? text) !== 0
}

/** A store that only this machine can reach may give goods for play money. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url)
  return (
    /(^|\.)localhost$/.test(hostname) ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  )
}

/** Secrets may be given as text or, as container platforms do, as the path of a file. */
function fileOrText<Name extends string>(name: Name, values: { [N in Name]?: string | undefined }) {
  const value: string | undefined = values[name]
  if (!value) return undefined
  if (!existsSync(value)) return value.replaceAll('\\n', '\n')
  try {
    return readFileSync(value, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(
      `The environment variable ${name} is the path of ${value}, which cannot be read (${code}).`,
    )
  }
}
