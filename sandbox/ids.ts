import { randomBytes, randomInt } from 'node:crypto'
import { clock } from '#server/kernel/time/clock.ts'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function randomText(length: number, alphabet: string = base62): string {
  let text = ''
  for (const byte of randomBytes(length)) text += alphabet[byte % alphabet.length]
  return text
}

/** A Stripe id: a prefix for the kind of object, then letters and digits, as in `pi_3Qx…`. */
export function objectId(prefix: string, length = 24): string {
  return `${prefix}_${randomText(length)}`
}

/** Ten digits, the format of payment and purchase ids at NOWPayments. */
export function tenDigits(): number {
  return randomInt(4_000_000_000, 6_999_999_999)
}

/** The current time in unix seconds, the providers' unit. */
export function unixNow(): number {
  return Math.floor(clock.now() / 1000)
}
