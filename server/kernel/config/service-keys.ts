import type { ServiceName } from '#contract/platform/health.ts'
import { StartError } from './start-error.ts'

export const serviceKeys = {
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  nowpayments: ['NOWPAYMENTS_API_KEY', 'NOWPAYMENTS_IPN_SECRET'],
  btcpay: ['BTCPAY_URL', 'BTCPAY_STORE_ID', 'BTCPAY_API_KEY', 'BTCPAY_WEBHOOK_SECRET'],
  mail: ['SMTP_URL', 'MAIL_FROM'],
  discord: ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET', 'DISCORD_BOT_TOKEN', 'DISCORD_GUILD_ID'],
  announcements: ['DISCORD_WEBHOOK_URL'],
  captcha: ['CAPTCHA', 'CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET_KEY'],
} as const satisfies Record<ServiceName, readonly string[]>

export type KeysOf<Name extends ServiceName> = Record<(typeof serviceKeys)[Name][number], string>
export type KeyName = (typeof serviceKeys)[ServiceName][number]

export type ServiceKeys = { [Name in ServiceName]: KeysOf<Name> | null }

type Given = { [Name in KeyName]?: string | undefined }

/** The keys of a service; null unless all are present. */
export function wholeGroup<Name extends ServiceName>(
  name: Name,
  given: Given,
): KeysOf<Name> | null {
  const names: readonly KeyName[] = serviceKeys[name]
  if (names.some((key) => given[key] === undefined)) return null
  return Object.fromEntries(names.map((key) => [key, given[key]])) as KeysOf<Name>
}

/** Throws a StartError that names the missing key of a service. */
export function keysOfEnvironment(given: Given): ServiceKeys {
  const captcha = given.CAPTCHA ?? 'altcha'
  const keyed = given.CAPTCHA_SITE_KEY !== undefined || given.CAPTCHA_SECRET_KEY !== undefined
  if (captcha !== 'altcha' && !keyed) {
    throw new StartError(
      `CAPTCHA=${captcha} needs the environment variables CAPTCHA_SITE_KEY and CAPTCHA_SECRET_KEY.`,
    )
  }
  together(given, ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET_KEY'])
  for (const name of ['stripe', 'nowpayments', 'btcpay', 'mail', 'discord'] as const) {
    together(given, serviceKeys[name])
  }
  return {
    stripe: wholeGroup('stripe', given),
    nowpayments: wholeGroup('nowpayments', given),
    btcpay: wholeGroup('btcpay', given),
    mail: wholeGroup('mail', given),
    discord: wholeGroup('discord', given),
    announcements: wholeGroup('announcements', given),
    captcha: captcha === 'altcha' ? null : wholeGroup('captcha', given),
  }
}

function together(given: Given, names: readonly KeyName[]) {
  const missing = names.filter((name) => given[name] === undefined)
  if (missing.length > 0 && missing.length < names.length) {
    throw new StartError(
      `The environment variable ${missing[0]} is missing. ${names.join(', ')} must be set together.`,
    )
  }
}
