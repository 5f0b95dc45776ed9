import { createHmac } from 'node:crypto'

/** The value with the keys of all nested objects in alphabetical order. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]))
}

/** The `x-nowpayments-sig` header: HMAC-SHA512 over the body with its keys sorted. */
export function signIpn(secret: string) {
  return (body: string, good: boolean): Record<string, string> => {
    const key = good ? secret.trim() : `${secret}-forged`
    const sorted = JSON.stringify(sortKeys(JSON.parse(body)))
    return { 'x-nowpayments-sig': createHmac('sha512', key).update(sorted).digest('hex') }
  }
}
