import { currencyRefusals } from '#contract/selling/payment-refusals.ts'
import type { CryptoCurrency, CryptoProvider } from '#server/adapters/payments/crypto-provider.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { offered, reached } from './providers.ts'

type Takers = Pick<PlatformShop, 'crypto' | 'settings'>

/** Returns the crypto providers in order of preference for coins that several of them accept. */
export function cryptoProviders({ crypto, settings }: Takers): CryptoProvider[] {
  const { first_crypto } = settings()
  return Object.values(crypto)
    .filter((provider) => provider !== null)
    .sort((a, b) => Number(b.name === first_crypto) - Number(a.name === first_crypto))
}

/** Each coin once. Leaves out the coins of a provider that does not answer. */
export async function listCoins(takers: Takers): Promise<CryptoCurrency[]> {
  return [...(await readCoins(takers)).coins.values()].map(({ coin }) => coin)
}

/** Returns the provider that accepts this coin. Throws if none does. */
export async function takerOf(takers: Takers, code: string): Promise<CryptoProvider> {
  const { coins, failure } = await readCoins(takers)
  const found = coins.get(code)
  if (found) return found.provider
  // The coin may belong to the provider that does not answer.
  if (failure) return reached(Promise.reject(failure))
  throw new Refusal(currencyRefusals.unknown_currency)
}

async function readCoins(takers: Takers) {
  const providers = cryptoProviders(takers)
  const answers = await Promise.allSettled(providers.map((provider) => provider.currencies()))
  const coins = new Map<string, { coin: CryptoCurrency; provider: CryptoProvider }>()
  let failure: unknown = null
  for (const [at, answer] of answers.entries()) {
    if (answer.status === 'rejected') {
      failure ??= answer.reason
      continue
    }
    for (const coin of answer.value) {
      if (!coins.has(coin.code)) coins.set(coin.code, { coin, provider: providers[at]! })
    }
  }
  if (failure && coins.size === 0) await reached(Promise.reject(failure))
  return { coins, failure }
}

export function requireCrypto(takers: Takers) {
  offered(cryptoProviders(takers)[0] ?? null)
}
