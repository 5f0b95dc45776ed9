import type { KeyName } from '#server/kernel/config/service-keys.ts'

/** Values that providers publish, or that name an account or a server. They are not secret. */
const open: ReadonlySet<KeyName> = new Set<KeyName>([
  'STRIPE_PUBLISHABLE_KEY',
  'BTCPAY_URL',
  'BTCPAY_STORE_ID',
  'MAIL_FROM',
  'DISCORD_CLIENT_ID',
  'DISCORD_GUILD_ID',
  'CAPTCHA',
  'CAPTCHA_SITE_KEY',
])

/** Returns a public key in full, and only the last characters of a secret one. */
export function shownOf(name: KeyName, value: string): string {
  if (open.has(name)) return value
  if (name !== 'SMTP_URL') return endOf(value)
  const { protocol, host, username, password } = new URL(value)
  const account = username && `${decodeURIComponent(username)}, ${endOf(decode(password))} at `
  return `${account}${protocol}//${host}`
}

/** The last four characters, or none of a short secret: they would reveal too much of it. */
function endOf(secret: string): string {
  return secret.length < 12 ? '…' : `…${secret.slice(-4)}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
