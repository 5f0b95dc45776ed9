import type { Finding } from '#contract/services.ts'
import type { CryptoProvider } from '#server/adapters/payments/crypto-provider.ts'
import { bad, good, wordsOf } from './finding.ts'

/** Whether the server takes the key and has something to offer in the store. */
export async function testBtcpay(crypto: Pick<CryptoProvider, 'currencies'>): Promise<Finding[]> {
  try {
    const currencies = await crypto.currencies()
    const names = currencies.map(({ name }) => name).join(', ')
    return [
      good('BTCPay Server takes the API key and knows the store.'),
      names
        ? good(`Customers can pay with ${names}.`)
        : bad('The store has no wallet yet: set one up in BTCPay Server under Wallets.'),
    ]
  } catch (error) {
    return [bad(explainBtcpay(error))]
  }
}

/** What the server said, and what to look at. */
export function explainBtcpay(error: unknown): string {
  const words = wordsOf(error)
  const [, before, path] =
    / 3\d\d leads to (.*?)(\/api\/v1\/.*)?$/.exec((error as Error).message) ?? []
  if (path) return `This server is at another address: enter ${before}.`
  if (before) return `There is no BTCPay Server at this address: it leads on to ${before}.`
  if (/: \d+ a web page$/.test((error as Error).message)) {
    return 'There is no BTCPay Server at this address: it answers with a web page.'
  }
  if (/: 401 /.test((error as Error).message)) {
    return `BTCPay Server refuses the API key: “${words}”. Make one under Account → API Keys and copy it.`
  }
  if (/: (403|404) /.test((error as Error).message)) {
    return `BTCPay Server knows no such store for this key: “${words}”. The store ID stands under Settings → General.`
  }
  return `BTCPay Server does not answer as it should: ${words}. Check its address.`
}
