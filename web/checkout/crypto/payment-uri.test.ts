import { expect, test } from 'vitest'
import type { PaymentInfo } from '../../account/orders/payment-info.ts'
import { paymentUri, walletLink } from './payment-uri.ts'

const info = (cryptoCode: string, memo: string | null = null): PaymentInfo => ({
  amount: 19.99,
  cryptoAddress: 'addr',
  cryptoAmount: 0.5,
  cryptoCode,
  cryptoSymbol: cryptoCode.toUpperCase(),
  cryptoName: cryptoCode,
  orderId: 'o',
  memo,
  expiresAt: null,
  actuallyPaid: 0,
  missing: null,
  status: 'waiting',
})

test.each([
  ['btc', 0.00021, 'bitcoin:addr?amount=0.00021'],
  ['ltc', 1.5, 'litecoin:addr?amount=1.5'],
  ['eth', 0.0051, 'ethereum:addr?value=5100000000000000'],
  ['eth', 12, 'ethereum:addr?value=12000000000000000000'],
  ['usdttrc20', 20, 'addr'],
  ['btcln', 0.00021, 'LIGHTNING:ADDR'],
])('the URI of %s has the amount in the format that wallets read', (code, coins, uri) => {
  expect(paymentUri(info(code), coins)).toBe(uri)
})

test('the URI of a coin with a memo is only the address, because the customer must copy the memo', () => {
  expect(paymentUri(info('xrp', '123'), 5)).toBe('addr')
})

test('a wallet link exists only for a URI that names the coin, not for a bare address', () => {
  expect(walletLink(info('btc'), 0.1)).toBe('bitcoin:addr?amount=0.1')
  expect(walletLink(info('btcln'), 0.1)).toBe('LIGHTNING:ADDR')
  expect(walletLink(info('usdttrc20'), 20)).toBeNull()
  expect(walletLink(info('xrp', '123'), 5)).toBeNull()
})
