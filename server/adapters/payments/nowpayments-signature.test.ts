import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSigned, signIpn, sortKeys } from './nowpayments-signature.ts'

type Json = Parameters<typeof sortKeys>[0]
const body = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>

/** The same value with the keys of every object in reverse order. */
function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, reversed(inner)] as const)
  return Object.fromEntries(entries.reverse())
}

test('a signature does not depend on the order of keys at any depth', () => {
  fc.assert(
    fc.property(body, fc.string({ minLength: 1 }), (payload, secret) => {
      const signature = signIpn(payload, `key${secret}`)
      expect(isSigned(reversed(payload), signature, `key${secret}`)).toBe(true)
    }),
  )
})

test('sorting keeps all values', () => {
  fc.assert(
    fc.property(body, (payload) => {
      expect(sortKeys(payload)).toEqual(payload)
    }),
  )
})

test('a changed body, also a nested change, or another secret does not match', () => {
  fc.assert(
    fc.property(body, body, (inner, other) => {
      const [one, two] = [inner, other].map((each) => sortKeys(each, 'lists become objects'))
      fc.pre(JSON.stringify(one) !== JSON.stringify(two))
      const signature = signIpn({ payment_id: 1, fee: { inner } }, 'key')
      expect(isSigned({ payment_id: 1, fee: { inner: other } }, signature, 'key')).toBe(false)
      expect(isSigned({ payment_id: 1, fee: { inner } }, signature, 'other')).toBe(false)
    }),
  )
})

test('it is the HMAC that NOWPayments describes, with the secret trimmed', () => {
  const sorted = '{"a":{"b":[1,{"c":null,"d":2}]},"z":"0.10"}'
  const signature = createHmac('sha512', 'secret').update(sorted).digest('hex')
  const payload = { z: '0.10', a: { b: [1, { d: 2, c: null }] } }
  expect(isSigned(payload, signature, ' secret\n')).toBe(true)
  for (const wrong of ['', 'ä', signature.slice(1), `${signature}0`, signature.toUpperCase()])
    expect(isSigned(payload, wrong, 'secret')).toBe(false)
})

test.each([
  ['kept, as by the SDK', '{"payment_extra_ids":[5513339153,[]],"payment_id":1}'],
  [
    'turned into objects, as by the Node example',
    '{"payment_extra_ids":{"0":5513339153,"1":{}},"payment_id":1}',
  ],
])('accepts a signature over lists that are %s', (_form, signed) => {
  const signature = createHmac('sha512', 'secret').update(signed).digest('hex')
  const payload = { payment_id: 1, payment_extra_ids: [5513339153, []] }
  expect(isSigned(payload, signature, 'secret')).toBe(true)
  expect(isSigned({ ...payload, payment_id: 2 }, signature, 'secret')).toBe(false)
})
