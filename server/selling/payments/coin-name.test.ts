import { expect, test } from 'vitest'
import { coinName } from '#contract/wire/coins.ts'

test.each([
  ['btc', 'BTC'],
  ['sol', 'SOL'],
  ['xmr', 'XMR'],
  ['usdttrc20', 'USDT (TRC20)'],
  ['usdcsol', 'USDC (Solana)'],
  ['bnbbsc', 'BNB (BSC)'],
  ['btcln', 'BTC (Lightning)'],
])('the currency code %s is displayed as %s', (code, name) => {
  expect(coinName(code)).toBe(name)
})
