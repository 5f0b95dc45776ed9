import type { KeyName } from '#server/kernel/service-keys.ts'

/** What providers publish, or what names somebody or their server: no secrets. */
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

/** A public key as a whole, of a secret one its last characters. */
export function shownOf(name: KeyName, value: string): string {
  if (open.has(name)) return value
  if (name !== 'SMTP_URL') return endOf(value)
  const { protocol, host, username, password } = new URL(value)
  const account = username && `${decodeURIComponent(username)}, ${endOf(decode(password))} at `
  return `${account}${protocol}//${host}`
}

/** The last four characters; none of a secret so short that they would be much of it. */
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
