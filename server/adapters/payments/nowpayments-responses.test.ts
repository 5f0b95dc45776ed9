import { expect, test } from 'vitest'
import { merchantCoins } from './nowpayments-responses.ts'

test.each(['selectedCurrencies', 'currencies'])('reads the coins of an account from %s', (key) => {
  expect(merchantCoins.parse({ [key]: ['BTC', 'UsdtTrc20'] })).toEqual(['btc', 'usdttrc20'])
})

test('refuses a response without a list of coins', () => {
  expect(merchantCoins.safeParse({ coins: ['BTC'] }).success).toBe(false)
})
