import { createHmac, timingSafeEqual } from 'node:crypto'

type Key = Buffer | string

/** For a text that its holder returns, as in a mail's link. `length` is in 6-bit characters. */
export function signText(key: Key, text: string, length = 43): string {
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, length)
}

/** Whether `given` is the signature of the text. Compares in constant time. */
export function isSignature(given: string, key: Key, text: string, length = 43): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(signText(key, text, length))]
  return one.length === other.length && timingSafeEqual(one, other)
}
