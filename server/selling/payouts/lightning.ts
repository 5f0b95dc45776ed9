import { bech32 } from '@scure/base'
import { clock } from '#server/kernel/time/clock.ts'

const lightningOf = (address: string) =>
  bech32.decode(address.toLowerCase() as `${string}1${string}`, false)

/** An invoice, or an LNURL (LUD-01) from which wallets request one, at a public URL. */
export function isLightning(address: string): boolean {
  const { prefix, words } = lightningOf(address)
  if (prefix !== 'lnurl') return /^lnbc(\d+[munp]?)?$/.test(prefix)
  const url = new URL(Buffer.from(bech32.fromWords(words)).toString())
  const isPublic = /\.[a-z][a-z0-9-]*[a-z0-9]$/.test(url.hostname)
  return (
    url.protocol === 'https:' && isPublic && !/\.(local|localhost|internal)$/.test(url.hostname)
  )
}

/** Tenths of a millisatoshi per unit (BOLT 11). */
const units = { '': 10n ** 12n, m: 10n ** 9n, u: 10n ** 6n, n: 1000n, p: 1n }

/** True if the invoice asks for this amount or for any. Other addresses contain no amount. */
export function asksForNoOther(network: string | null, address: string, coins: number): boolean {
  if (network?.toLowerCase() !== 'lightning') return true
  const [, digits, unit = ''] = /^lnbc(\d+)([munp]?)$/.exec(lightningOf(address).prefix) ?? []
  if (!digits) return true
  const asked = BigInt(digits) * units[unit as keyof typeof units]
  const satoshi = 10_000n
  const given = BigInt(Math.round(coins * 1e8)) * satoshi
  return asked <= given && asked > given - satoshi
}

/** In five-bit words: the tagged fields are between timestamp and signature (BOLT 11). */
const sizes = { timestamp: 7, tag: 3, signature: 104 }
const expiryTag = 6
const defaultExpirySeconds = 3600

/** Whether an invoice has expired. Other addresses do not expire. */
export function isExpired(address: string): boolean {
  if (!/^lnbc/i.test(address)) return false
  const { words } = lightningOf(address)
  const fields = words.slice(sizes.timestamp, -sizes.signature)
  let seconds = defaultExpirySeconds
  for (let at = 0; at + sizes.tag <= fields.length; ) {
    const [tag, ...length] = fields.slice(at, at + sizes.tag)
    const end = at + sizes.tag + readNumber(length)
    if (tag === expiryTag) seconds = readNumber(fields.slice(at + sizes.tag, end))
    at = end
  }
  const createdAt = readNumber(words.slice(0, sizes.timestamp))
  return (createdAt + seconds) * 1000 <= clock.now()
}

const readNumber = (words: readonly number[]) => words.reduce((sum, word) => sum * 32 + word, 0)
