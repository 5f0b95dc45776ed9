import { createHmac, timingSafeEqual } from 'node:crypto'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** No notification comes near it; what nests deeper would use up the stack. */
const deepest = 32

function isTooDeep(value: Json, left = deepest): boolean {
  if (typeof value !== 'object' || value === null) return false
  return left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1))
}

/** The same value with the keys of every object in it in alphabetical order. */
export function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  // From entries, as assigning a key such as `__proto__` would not make it one.
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sortKeys(value[key]!)]),
  )
}

export function signIpn(payload: Json, secret: string): string {
  return createHmac('sha512', secret.trim())
    .update(JSON.stringify(sortKeys(payload)))
    .digest('hex')
}

/**
 * Whether a notification is signed by who knows the secret. Numbers that JSON.stringify writes
 * in another way than the sender did make a good signature fail: such a payment is settled by
 * reading it from the provider anyway.
 */
export function isSigned(payload: Json, signature: string, secret: string): boolean {
  if (isTooDeep(payload)) return false
  const expected = Buffer.from(signIpn(payload, secret))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
