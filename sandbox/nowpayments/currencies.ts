import type { Currency as Fiat } from '#contract/wire/currency.ts'
import { toDollars } from '../fiat.ts'
import { randomText } from '../ids.ts'

export type Currency = {
  code: string
  ticker: string
  name: string
  network: string
  /** US dollars per coin, before fluctuation. */
  rate: number
  /** The smallest payment, in US dollars. */
  minimum: number
  /** Decimal places of an amount. */
  precision: number
  stable: boolean
  /** Payments need a memo or destination tag in addition to the address. */
  extraId: boolean
  address(): string
}

const hex = '0123456789abcdef'
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const bech32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

const ethereum = () => `0x${randomText(40, hex)}`
const tron = () => `T${randomText(33, base58)}`
const solana = () => randomText(44, base58)

type Row = [
  code: string,
  ticker: string,
  name: string,
  network: string,
  rate: number,
  minimum: number,
  precision: number,
  address: () => string,
]

const rows: Row[] = [
  ['btc', 'btc', 'Bitcoin', 'btc', 64_200, 3, 8, () => `bc1q${randomText(38, bech32)}`],
  ['eth', 'eth', 'Ethereum', 'eth', 3120, 3, 8, ethereum],
  ['ltc', 'ltc', 'Litecoin', 'ltc', 84.5, 2, 8, () => `ltc1q${randomText(38, bech32)}`],
  ['usdttrc20', 'usdt', 'Tether USD (Tron)', 'trx', 1, 8, 6, tron],
  ['usdcsol', 'usdc', 'USD Coin (Solana)', 'sol', 1, 2, 6, solana],
  ['xmr', 'xmr', 'Monero', 'xmr', 158, 2, 8, () => `8${randomText(94, base58)}`],
  ['sol', 'sol', 'Solana', 'sol', 148, 2, 8, solana],
  ['xrp', 'xrp', 'Ripple', 'xrp', 0.58, 2, 6, () => `r${randomText(33, base58)}`],
  ['doge', 'doge', 'Dogecoin', 'doge', 0.124, 2, 8, () => `D${randomText(33, base58)}`],
  ['trx', 'trx', 'TRON', 'trx', 0.132, 2, 6, tron],
  ['bnbbsc', 'bnb', 'Binance Coin (BSC)', 'bsc', 575, 2, 8, ethereum],
  ['ada', 'ada', 'Cardano', 'ada', 0.41, 2, 6, () => `addr1q${randomText(97, bech32)}`],
]

export const knownCurrencies: Currency[] = rows.map(
  ([code, ticker, name, network, rate, minimum, precision, address]) => ({
    code,
    ticker,
    name,
    network,
    rate,
    minimum,
    precision,
    stable: rate === 1,
    extraId: code === 'xrp',
    address,
  }),
)

export function findCurrency(code: string): Currency | undefined {
  return knownCurrencies.find((currency) => currency.code === code.toLowerCase())
}

/** Multiplies the rates of all coins that are not stable, so that tests can move them further. */
export const market = { factor: 1 }

/**
 * US dollars per coin at that moment. The rate fluctuates by up to 0.6 % in waves that differ by
 * coin, so estimates change every minute but remain predictable.
 */
export function rateAt(currency: Currency, at: number): number {
  if (currency.stable) return currency.rate
  const minute = Math.floor(at / 60_000)
  const phase = [...currency.code].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const wave = Math.sin((minute + phase) / 7) * 0.004 + Math.sin((minute + phase) / 2) * 0.002
  return currency.rate * (1 + wave) * market.factor
}

/** An amount in coins, rounded to the coin's precision. */
export function toCoins(amount: number, fiat: Fiat, currency: Currency, at: number): number {
  return Number((toDollars(amount, fiat) / rateAt(currency, at)).toFixed(currency.precision))
}
