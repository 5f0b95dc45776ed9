import { domainToASCII } from 'node:url'
import { expect, test } from 'vitest'
import { withUnicodeDomain } from './unicode-address.ts'

test.each([
  'bücher.example',
  'почта.рф',
  '例え.テスト',
  'παράδειγμα.example',
  'ドメイン名例.jp',
  'mail.straße-ähnlich.de',
  'दिल्ली.भारत',
  '💌.example',
])('an address at %s is shown in the script of its domain', (domain) => {
  const ascii = domainToASCII(domain)
  expect(ascii).toContain('xn--')
  expect(withUnicodeDomain(`Mara@${ascii}`)).toBe(`Mara@${domain}`)
})

test.each([
  'mara@example.com',
  'xn--mara@example.com',
  'mara@xn--.example',
  'mara@xn--a.example',
  'mara@xn--99999999999.example',
  'mara@xn--bcher-kva!.example',
  'xn--bcher-kva',
])('%s is shown unchanged', (address) => {
  expect(withUnicodeDomain(address)).toBe(address)
})
