import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58, base58xmr, base58xrp, bech32, bech32m, createBase58check } from '@scure/base'

type Check = (address: string) => boolean

const base58check = createBase58check(sha256)

/** Base58 with a checksum after a version: `versions` as hex. */
function base58With(...versions: string[]): Check {
  return (address) => {
    const bytes = base58check.decode(address)
    const hex = Buffer.from(bytes).toString('hex')
    return versions.some(
      (version) => hex.startsWith(version) && bytes.length === 20 + version.length / 2,
    )
  }
}

/** A witness program of that prefix, by BIP 173 and BIP 350. */
function segwit(prefix: string): Check {
  return (address) => {
    const first = [bech32, bech32m].find((code) =>
      code.decodeUnsafe(address as `${string}1${string}`),
    )
    if (!first) return false
    const { prefix: given, words } = first.decode(address as `${string}1${string}`)
    const [version = 17, ...rest] = words
    const program = first.fromWords(rest)
    if (given !== prefix || version > 16 || first !== (version === 0 ? bech32 : bech32m))
      return false
    return version === 0
      ? [20, 32].includes(program.length)
      : program.length >= 2 && program.length <= 40
  }
}

/** Cased by its own hash, EIP-55; all small letters have no checksum, and many wallets write them so. */
const ethereum: Check = (address) => {
  const [, hex] = /^0x([0-9a-fA-F]{40})$/.exec(address) ?? []
  if (!hex) return false
  if (hex === hex.toLowerCase() || hex === hex.toUpperCase()) return true
  const hash = Buffer.from(keccak_256(Buffer.from(hex.toLowerCase()))).toString('hex')
  return [...hex].every((letter, at) =>
    Number.parseInt(hash[at]!, 16) >= 8
      ? letter === letter.toUpperCase()
      : letter === letter.toLowerCase(),
  )
}

/** A key of 32 bytes: it has no checksum. */
const solana: Check = (address) => base58.decode(address).length === 32

const ripple: Check = (address) => {
  const bytes = base58xrp.decode(address)
  const [body, sum] = [bytes.slice(0, -4), bytes.slice(-4)]
  const hash = sha256(sha256(body)).slice(0, 4)
  return body.length === 21 && body[0] === 0 && Buffer.from(hash).equals(Buffer.from(sum))
}

/** Its own, one of an account in it, or one with a payment id. */
const monero: Check = (address) => {
  const bytes = base58xmr.decode(address)
  const [body, sum] = [bytes.slice(0, -4), bytes.slice(-4)]
  const hash = keccak_256(body).slice(0, 4)
  const length = { 18: 65, 42: 65, 19: 73 }[body[0]!]
  return body.length === length && Buffer.from(hash).equals(Buffer.from(sum))
}

const cardano: Check = (address) => {
  const { prefix, words } = bech32.decode(address as `${string}1${string}`, false)
  return prefix === 'addr' && bech32.fromWords(words).length >= 29
}

/** An invoice, or a code by which wallets make one. */
const lightning: Check = (address) => {
  const { prefix } = bech32.decode(address.toLowerCase() as `${string}1${string}`, false)
  return prefix === 'lnurl' || /^lnbc\d*[munp]?$/.test(prefix)
}

const either =
  (...checks: Check[]): Check =>
  (address) =>
    checks.some((check) => holds(check, address))

/** By the network, in the providers' words: a token's addresses are those of its network. */
const checks: Record<string, Check> = {
  btc: either(base58With('00', '05'), segwit('bc')),
  ltc: either(base58With('30', '32'), segwit('ltc')),
  doge: base58With('1e', '16'),
  dash: base58With('4c', '10'),
  zec: base58With('1cb8', '1cbd'),
  trx: base58With('41'),
  eth: ethereum,
  bsc: ethereum,
  matic: ethereum,
  arbitrum: ethereum,
  op: ethereum,
  base: ethereum,
  sol: solana,
  xrp: ripple,
  xmr: monero,
  ada: cardano,
  lightning,
}

const checkOf = (network: string | null) => checks[(network ?? '').toLowerCase()]

/** Whether addresses of a network can be checked. */
export const canCheck = (network: string | null) => checkOf(network) !== undefined

/** Whether that is an address of a network, every character of it. */
export function isAddress(network: string | null, address: string): boolean {
  const check = checkOf(network)
  return check !== undefined && holds(check, address)
}

function holds(check: Check, address: string): boolean {
  try {
    return check(address)
  } catch {
    // The libraries throw on what is not in their alphabet.
    return false
  }
}

/** Where an address may need a number beside it, as exchanges have one address for all. */
export const takesMemo = (network: string | null) => network?.toLowerCase() === 'xrp'

export const isMemo = (memo: string) => /^\d{1,10}$/.test(memo) && Number(memo) < 2 ** 32
