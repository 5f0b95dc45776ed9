import { expect, test } from 'vitest'
import { merchantCoins } from './nowpayments-responses.ts'

test.each(['selectedCurrencies', 'currencies'])(
  'the coins of an account are read from %s',
  (key) => {
    expect(merchantCoins.parse({ [key]: ['BTC', 'UsdtTrc20'] })).toEqual(['btc', 'usdttrc20'])
  },
)

test('an answer that has no list of coins is refused', () => {
  expect(merchantCoins.safeParse({ coins: ['BTC'] }).success).toBe(false)
})
