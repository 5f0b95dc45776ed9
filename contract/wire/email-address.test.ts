import { expect, test } from 'vitest'
import { emailAddress, parseSender } from './email-address.ts'

const addressOrError = (text: string) => {
  const { success, data, error } = emailAddress.safeParse(text)
  return success ? data : error.issues[0]!.message
}

test.each([
  ['mara@xn--e1afmkfd.xn--p1ai', 'mara@xn--e1afmkfd.xn--p1ai'],
  ['mara@пример.рф', 'mara@xn--e1afmkfd.xn--p1ai'],
  ['mara@example.xn--fiqs8s', 'mara@example.xn--fiqs8s'],
  ['mara@例子.中国', 'mara@xn--fsqu00a.xn--fiqs8s'],
  ['mara@bücher.example', 'mara@xn--bcher-kva.example'],
  ['a&b@example.com', 'a&b@example.com'],
  ['a!b@example.com', 'a!b@example.com'],
  ['a=b@example.com', 'a=b@example.com'],
  ['a#b@example.com', 'a#b@example.com'],
  ['a/b@example.com', 'a/b@example.com'],
  ["o'neil+shop_1-x@example.com", "o'neil+shop_1-x@example.com"],
  ['Mara@Example.com', 'Mara@Example.com'],
  [' mara@example.com ', 'mara@example.com'],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
])('%s is an address', (text, address) => {
  expect(addressOrError(text)).toBe(address)
})

test.each([
  '',
  'mara',
  '@example.com',
  'mara@',
  'mara@example',
  'mara@example.com.',
  'mara@-example.com',
  'mara@example-.com',
  'mara@exam_ple.com',
  'mara@192.168.0.1',
  'mara@[192.168.0.1]',
  'ma ra@example.com',
  '.mara@example.com',
  'mara.@example.com',
  'ma..ra@example.com',
  '"mara"@example.com',
  'mara@home@example.com',
  'mara@exa mple.com',
  'mara@bücher.example/path',
  'mara@example.com, b@example.com',
])('“%s” is not an address', (text) => {
  expect(addressOrError(text)).toBe('Please enter a valid email address')
})

test('the error says why an address cannot be used', () => {
  expect(addressOrError('почта@россия.рф')).toMatch(/^The part before the @ can only contain/)
  expect(addressOrError(`${'a'.repeat(65)}@example.com`)).toMatch(
    /before the @ can have at most 64 characters/,
  )
  const labels = `${'a'.repeat(60)}.`.repeat(4)
  expect(addressOrError(`ma@${labels}example`)).toBe(`ma@${labels}example`)
  expect(addressOrError(`mar@${labels}example`)).toMatch(/at most 254 characters/)
})

test.each([
  ['shop@example.com', { name: '', address: 'shop@example.com' }],
  ['<shop@example.com>', { name: '', address: 'shop@example.com' }],
  [
    'Loadout: Game Tools <shop@example.com>',
    { name: 'Loadout: Game Tools', address: 'shop@example.com' },
  ],
  ['"Aim (EU)" <shop@example.com>', { name: 'Aim (EU)', address: 'shop@example.com' }],
  [
    '"a \\"b\\" c" <shop@bücher.example>',
    { name: 'a "b" c', address: 'shop@xn--bcher-kva.example' },
  ],
  ['A <B> <shop@example.com>', { name: 'A <B>', address: 'shop@example.com' }],
  ['Shop', null],
  ['Shop <shop>', null],
  ['Shop\nBcc: x <shop@example.com>', null],
])('the sender %s is split into name and address', (text, sender) => {
  expect(parseSender(text)).toEqual(sender)
})
