import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import {
  base32nopad,
  base58,
  base58xmr,
  base58xrp,
  base64nopad,
  bech32,
  bech32m,
  createBase58check,
} from '@scure/base'
import { isLightning } from './lightning.ts'

type Check = (address: string) => boolean

const base58check = createBase58check(sha256)

/** Checks base58 with a checksum and one of these versions, given as hex. */
function base58With(...versions: string[]): Check {
  return (address) => {
    const bytes = base58check.decode(address)
    const hex = Buffer.from(bytes).toString('hex')
    return versions.some(
      (version) => hex.startsWith(version) && bytes.length === 20 + version.length / 2,
    )
  }
}

/** Checks a witness program with that prefix (BIP 173 and BIP 350). */
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

/** The letter case is a checksum (EIP-55). Many wallets write one case, which has none. */
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

/** A key of 32 bytes without a checksum. */
const solana: Check = (address) => base58.decode(address).length === 32

const ripple: Check = (address) => {
  const bytes = base58xrp.decode(address)
  const [body, sum] = [bytes.slice(0, -4), bytes.slice(-4)]
  const hash = sha256(sha256(body)).slice(0, 4)
  return body.length === 21 && body[0] === 0 && Buffer.from(hash).equals(Buffer.from(sum))
}

/** A standard address, a subaddress, or an integrated address with a payment id. */
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

/** CRC-16/XMODEM. */
function crc16(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 8
    for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return sum
}

/** An account's public key (SEP 23): `G` and 32 bytes. */
const stellar: Check = (address) => {
  const bytes = Buffer.from(base32nopad.decode(address))
  const sum = bytes.readUInt16LE(bytes.length - 2)
  return bytes.length === 35 && bytes[0] === 0x30 && crc16(bytes.subarray(0, -2)) === sum
}

/** The user-friendly form (TEP 2) on the main net. The raw form has no checksum: refused. */
const ton: Check = (address) => {
  const bytes = Buffer.from(base64nopad.decode(address.replaceAll('-', '+').replaceAll('_', '/')))
  const [kind = 0, chain = 0] = bytes
  const sum = bytes.length === 36 && bytes.readUInt16BE(34)
  return (
    [0x11, 0x51].includes(kind) && [0, 0xff].includes(chain) && crc16(bytes.subarray(0, 34)) === sum
  )
}

const cashLetters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/** A CashAddr of 20 bytes. A legacy address may be Bitcoin's, where coins would be lost. */
const bitcoinCash: Check = (address) => {
  const [, letters] = /^(?:bitcoincash:)?([qp][a-z0-9]{41})$/.exec(address) ?? []
  if (!letters) return false
  const words = [...letters].map((letter) => cashLetters.indexOf(letter))
  const prefix = [...'bitcoincash'].map((letter) => letter.charCodeAt(0) & 31)
  return !words.includes(-1) && cashPolymod([...prefix, 0, ...words]) === 0n
}

function cashPolymod(words: readonly number[]): bigint {
  const generators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n]
  let sum = 1n
  for (const word of words) {
    const high = sum >> 35n
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(word)
    for (const [bit, generator] of generators.entries())
      if ((high >> BigInt(bit)) & 1n) sum ^= generator
  }
  return sum ^ 1n
}

const either =
  (...checks: Check[]): Check =>
  (address) =>
    checks.some((check) => holds(check, address))

/** By the network name that the providers use. A token uses the addresses of its network. */
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
  xlm: stellar,
  ton,
  bch: bitcoinCash,
  xmr: monero,
  ada: cardano,
  lightning: isLightning,
}

const checkOf = (network: string | null) => checks[(network ?? '').toLowerCase()]

export const canCheck = (network: string | null) => checkOf(network) !== undefined

export function isAddress(network: string | null, address: string): boolean {
  const check = checkOf(network)
  return check !== undefined && holds(check, address)
}

function holds(check: Check, address: string): boolean {
  try {
    return check(address)
  } catch {
    return false
  }
}

const tag: Check = (memo) => /^\d{1,10}$/.test(memo) && Number(memo) < 2 ** 32

/** A number or a text of at most `most` bytes. */
const text =
  (most: number): Check =>
  (memo) =>
    memo !== '' && Buffer.byteLength(memo) <= most

/** Exchanges use one address for all customers, so these networks may need a memo. */
const memos: Record<string, Check> = { xrp: tag, xlm: text(28), ton: text(100) }

const memoOf = (network: string | null) => memos[(network ?? '').toLowerCase()]

export const takesMemo = (network: string | null) => memoOf(network) !== undefined

export const isMemo = (network: string | null, memo: string) => memoOf(network)?.(memo) ?? false
