import { createHmac, timingSafeEqual } from 'node:crypto'

type Key = Buffer | string

/** Signs a text that whoever has it brings back, as in a link of a mail; `length` is in letters of 6 bits. */
export function signText(key: Key, text: string, length = 43): string {
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, length)
}

/** Whether that is the signature of a text. How long it takes does not tell how much of it is right. */
export function isSignature(given: string, key: Key, text: string, length = 43): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(signText(key, text, length))]
  return one.length === other.length && timingSafeEqual(one, other)
}
