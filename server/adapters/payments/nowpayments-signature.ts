import { createHmac, timingSafeEqual } from 'node:crypto'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** No genuine notification is nested nearly this deep; deeper nesting could exhaust the stack. */
const deepest = 32

function isTooDeep(value: Json, left = deepest): boolean {
  if (typeof value !== 'object' || value === null) return false
  return left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1))
}

type Lists = 'lists stay lists' | 'lists become objects'

export function sortKeys(value: Json, lists: Lists = 'lists stay lists'): Json {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value) && lists === 'lists stay lists')
    return value.map((inner) => sortKeys(inner, lists))
  // Object.fromEntries, because assigning a key such as `__proto__` would not create a property.
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner, lists)]),
  )
}

export function signIpn(payload: Json, secret: string, lists?: Lists): string {
  return createHmac('sha512', secret.trim())
    .update(JSON.stringify(sortKeys(payload, lists)))
    .digest('hex')
}

/**
 * Accepts two forms, which both need the secret: the SDK of NOWPayments keeps lists, and its Node
 * example turns them into objects. A number that JSON.stringify formats differently fails, and
 * polling settles the payment.
 */
export function isSigned(payload: Json, signature: string, secret: string): boolean {
  if (isTooDeep(payload)) return false
  const given = Buffer.from(signature)
  return (['lists stay lists', 'lists become objects'] as const).some((lists) => {
    const expected = Buffer.from(signIpn(payload, secret, lists))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}
