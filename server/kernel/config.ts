import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Accent } from '#contract/brand.ts'
import type { Seller } from '#contract/seller.ts'
import { isLoopback, readEnvironment } from './environment.ts'
import { keysOfEnvironment } from './service-keys.ts'
import { StartError } from './start-error.ts'

/** Where files and keys are kept, unless DATA_DIR says otherwise. */
const defaultDataDir = fileURLToPath(new URL('../../.data', import.meta.url))

export const dataDirOf = ({ dataDir }: Pick<Config, 'dataDir'>) => dataDir ?? defaultDataDir

/** The environment, and beside it what `openShop` reads of the database: see `unread`. */
export type Config = ReturnType<typeof loadConfig>

/** What the shop was given to look like; null where it looks like itself. */
export type Look = { accent: Accent | null; logo: Logo | null }

/** `hash` names its files. Pixels, or an SVG's units. */
export type Logo = { hash: string; type: 'svg' | 'png'; width: number; height: number }

/**
 * What the database says of the shop, as it stands before that is read. `withBrand` in
 * server/shop/open-shop.ts has the present values take the place of these.
 */
const unread = {
  /** One that the environment gives overrides it. */
  shopName: 'Loadout',
  look: { accent: null, logo: null } as Look,
  /** Who sells; null when nobody said. */
  seller: null as Seller | null,
  /** In which days and times are told. */
  timeZone: 'UTC',
  /** What was published of the words of mails, by the mail's name. */
  mailTexts: {} as Readonly<Record<string, Record<string, unknown>>>,
}

/** Reads the environment once. Throws a StartError that names the variable that is wrong. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env) {
  const values = readEnvironment(env)
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
    ...unread,
    shopName: values.SHOP_NAME ?? unread.shopName,
    namedByEnvironment: values.SHOP_NAME !== undefined,
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
