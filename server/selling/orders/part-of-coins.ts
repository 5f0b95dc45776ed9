import { coinName } from '#contract/wire/coins.ts'

/** For example `0.01 LTC`. */
export const coinsText = (coins: number, currency: string) =>
  `${plain(coins)} ${coinName(currency)}`

/** The amount that arrived and the amount requested: `120.5 of 120.95 DOGE`. */
export const partOfCoins = (coins: number, of: number, currency: string) =>
  `${plain(coins)} of ${coinsText(of, currency)}`

/** Without an exponent, which small amounts would have. */
const plain = (amount: number) => amount.toFixed(12).replace(/\.?0+$/, '')
