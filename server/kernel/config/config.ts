import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Accent } from '#contract/platform/brand.ts'
import type { Seller } from '#contract/platform/seller.ts'
import { isLoopback, readEnvironment } from './environment.ts'
import { keysOfEnvironment } from './service-keys.ts'
import { StartError } from './start-error.ts'

const defaultDataDir = fileURLToPath(new URL('../../../.data', import.meta.url))

export const dataDirOf = ({ dataDir }: Pick<Config, 'dataDir'>) => dataDir ?? defaultDataDir

/** The environment's values, and those that `openShop` reads from the database: see `unread`. */
export type Config = ReturnType<typeof loadConfig>

/** The shop's own appearance. Null means the default. */
export type Look = { accent: Accent | null; logo: Logo | null }

/** `hash` is part of the file names. The size is in pixels, or in units of the SVG. */
export type Logo = { hash: string; type: 'svg' | 'png'; width: number; height: number }

/** `withBrand` in server/shop/open-shop.ts replaces these defaults by the database's values. */
const unread = {
  /** The environment variable overrides it. */
  shopName: 'Loadout',
  look: { accent: null, logo: null } as Look,
  seller: null as Seller | null,
  timeZone: 'UTC',
  /** The published texts of mails, by the mail's name. */
  mailTexts: {} as Readonly<Record<string, Record<string, unknown>>>,
}

/** Reads the environment once. Throws a StartError that names the invalid variable. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env) {
  const values = readEnvironment(env)
  const siteUrl = values.SITE_URL ?? `http://localhost:${values.PORT}`
  const sandbox = values.SANDBOX ?? isLoopback(siteUrl)
  const keys = keysOfEnvironment(values)
  if (values.FILES_IN === 's3' && !values.S3_URL) {
    throw new StartError('FILES_IN=s3 requires the environment variable S3_URL.')
  }
  if (!values.RATE_LIMITS && !isLoopback(siteUrl)) {
    throw new StartError('RATE_LIMITS can only be off while SITE_URL is a loopback address.')
  }
  return {
    port: values.PORT,
    host: values.HOST,
    siteUrl,
    apiUrl: values.API_URL ?? null,
    secureCookies: siteUrl.startsWith('https:'),
    /** Whether browsers give the pages access to Web Crypto, which the built-in captcha needs. */
    secureContext: siteUrl.startsWith('https:') || isLoopback(siteUrl),
    trustProxy: values.TRUST_PROXY === 'none' ? false : values.TRUST_PROXY,
    roles: values.ROLES,
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    databasePool: values.DATABASE_POOL,
    dataDir: values.DATA_DIR && path.resolve(values.DATA_DIR),
    /** The destination of backups, unless the backup command names another. */
    backupTo: values.BACKUP_TO ?? null,
    backupPassphrase: values.BACKUP_PASSPHRASE,
    /** A bucket that stores the files, or used to. */
    s3: values.S3_URL ?? null,
    filesIn: values.FILES_IN ?? (values.S3_URL ? 's3' : 'folder'),
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
          /** SANDBOX is not set, so the address decides. */
          byDefault: values.SANDBOX === undefined,
        }
      : null,
    /** Keys of outside services. Keys entered in the back office are added later. */
    keys,
    ownCaptcha: values.CAPTCHA === 'altcha',
    captchaMinScore: values.CAPTCHA_MIN_SCORE,
    /** Average number of attempts that solving an ALTCHA challenge takes. */
    captchaWork: values.CAPTCHA_WORK,
    nowpaymentsUrl: values.NOWPAYMENTS_URL,
    /** The address of stand-ins that replace all providers. */
    providersUrl: values.PROVIDERS_URL ?? null,
    dkimSelectors: values.DKIM_SELECTOR,
    /** The DNS server for checks of the mail domain, instead of the machine's own. */
    dnsServer: values.DNS_SERVER ?? null,
    /** Campaign mails per second across all processes. */
    campaignRate: values.CAMPAIGN_RATE,
    secretsKey: fileOrText('SECRETS_KEY', values),
    loaderSigningKey: fileOrText('LOADER_SIGNING_KEY', values),
    dev: values.LOADOUT_DEV,
  }
}

/** Reads a secret that is given as text or as the path of a file, as container platforms do. */
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
