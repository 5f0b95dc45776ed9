import { bech32 } from '@scure/base'
import { expect, test } from 'vitest'
import { isAddress } from './address.ts'
import { asksForNoOther } from './lightning.ts'

test.each([
  ['https://pay.example.com/lnurlp/me', true],
  ['http://pay.example.com/lnurlp/me', false],
  ['https://127.0.0.1/', false],
  ['https://[::1]/', false],
  ['https://localhost/', false],
  ['https://wallet.internal/', false],
  ['file:///etc/passwd', false],
  ['nonsense', false],
])('accepts an LNURL only if it leads to a public address: %s is %s', (url, holds) => {
  const code = bech32.encode('lnurl', bech32.toWords(Buffer.from(url)), false)
  expect(isAddress('lightning', code)).toBe(holds)
})

test.each([
  ['lnbc', true],
  ['lnbc31061n', false],
  ['lnbc310610n', true],
  ['lnbc310610001p', false],
  ['lnbc310609999p', true],
  ['lnbc310600n', false],
  ['lnbc31061u', false],
  ['lnbc1', false],
])('an invoice of 0.00031061 names that amount or none: %s is %s', (prefix, same) => {
  const invoice = bech32.encode(prefix, bech32.toWords(Buffer.alloc(120, 7)), false)
  expect(isAddress('lightning', invoice)).toBe(true)
  expect(asksForNoOther('lightning', invoice, 0.00031061)).toBe(same)
})
