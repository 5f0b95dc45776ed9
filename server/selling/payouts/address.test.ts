import { expect, test } from 'vitest'
import { canCheck, isAddress, isMemo } from './address.ts'

const addresses: [network: string, address: string][] = [
  ['btc', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['btc', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['btc', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['btc', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
  ['ltc', 'LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz'],
  ['doge', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
  ['eth', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['trx', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['xrp', 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh'],
  ['xlm', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'],
  ['ton', 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N'],
  ['bch', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
  ['bch', 'ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq'],
  [
    'xmr',
    '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H',
  ],
  [
    'ada',
    'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
  ],
]

test.each(addresses)(
  'an address of %s holds whole and with no character changed: %s',
  (network, address) => {
    expect(isAddress(network, address)).toBe(true)
    for (const at of [6, Math.floor(address.length / 2), address.length - 2]) {
      const other = address[at] === '7' ? '8' : '7'
      const changed = address.slice(0, at) + other + address.slice(at + 1)
      expect([changed, isAddress(network, changed)]).toEqual([changed, false])
    }
    expect(isAddress(network, address.slice(0, -1))).toBe(false)
    for (const [another] of addresses)
      if (another !== network)
        expect([another, isAddress(another, address)]).toEqual([another, false])
  },
)

test('a Solana key has its length, and unknown formats cannot be checked', () => {
  expect(isAddress('sol', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')).toBe(true)
  expect(isAddress('sol', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyT')).toBe(false)
  expect([canCheck('xyz'), isAddress('xyz', 'anything'), canCheck(null)]).toEqual([
    false,
    false,
    false,
  ])
})

test.each([
  ['xrp', '1042', true],
  ['xrp', '4294967295', true],
  ['xrp', '4294967296', false],
  ['xrp', '1e3', false],
  ['xrp', '', false],
  ['xlm', '18446744073709551615', true],
  ['xlm', 'x'.repeat(28), true],
  ['xlm', 'ü'.repeat(15), false],
  ['ton', 'Order of an exchange, 4711', true],
  ['btc', '1042', false],
])('on %s the memo %j is one: %s', (network, memo, holds) =>
  expect(isMemo(network, memo)).toBe(holds),
)

test('refuses testnet addresses, raw TON addresses and old Bitcoin Cash addresses', () => {
  for (const [network, address] of [
    ['ton', 'kQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqKYH'],
    ['ton', '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8'],
    ['bch', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu'],
    ['bch', 'bchtest:qpm2qsznhks23z7629mms6s4cwef74vcwvqcw003ap'],
    ['xlm', 'SA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'],
  ] as const)
    expect([address, isAddress(network, address)]).toEqual([address, false])
})
