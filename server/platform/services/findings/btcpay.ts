import type { Finding } from '#contract/platform/services.ts'
import type { CoinSender, CryptoProvider } from '#server/adapters/payments/crypto-provider.ts'
import { bad, good, note, wordsOf } from './finding.ts'

type Provider = Pick<CryptoProvider, 'currencies'> &
  Pick<CoinSender, 'findMissingToSend' | 'findWithoutProcessor'>

export async function testBtcpay(crypto: Provider): Promise<Finding[]> {
  try {
    const currencies = await crypto.currencies()
    const names = currencies.map(({ name }) => name).join(', ')
    return [
      good('BTCPay Server accepts the API key and knows the store.'),
      names
        ? good(`Customers can pay with ${names}.`)
        : bad('The store has no wallet yet. Set one up in BTCPay Server under Wallets.'),
      ...(await testPayouts(crypto, currencies)),
    ]
  } catch (error) {
    return [bad(explainBtcpay(error))]
  }
}

/** Only if the key may send payouts. */
async function testPayouts(
  crypto: Provider,
  currencies: { code: string; name: string }[],
): Promise<Finding[]> {
  if ((await crypto.findMissingToSend()).length > 0) return []
  const without = await crypto.findWithoutProcessor(currencies.map(({ code }) => code))
  if (!without || without.length === 0) return []
  const names = currencies.filter(({ code }) => without.includes(code)).map(({ name }) => name)
  return [
    note(
      `BTCPay Server has no payout processor for ${names.join(', ')}. After you approve a payout here, send it in BTCPay Server. To automate this, add a processor under Payouts → Payout Processors.`,
    ),
  ]
}

/** Never includes the response: the address may lie within the operator's network. */
export function explainBtcpay(error: unknown): string {
  const { message } = error as Error
  const [, before, path] = / 3\d\d redirects to (.*?)(\/api\/v1\/.*)?$/.exec(message) ?? []
  if (path) return `This server has moved. Enter ${before}.`
  if (before) return `There is no BTCPay Server at this address: it redirects to ${before}.`
  if (/: \d+ a web page$/.test(message)) {
    return 'There is no BTCPay Server at this address: it returns a web page.'
  }
  const [, status] = /: ([45]\d\d) /.exec(message) ?? []
  if (status === '401') {
    return 'BTCPay Server refuses the API key. Create one under Account → API Keys and copy it.'
  }
  if (status === '403' || status === '404') {
    return 'BTCPay Server does not know this store for this key. The store ID is under Settings → General.'
  }
  if (status) {
    return `The server at this address returned status ${status}. Check that it is your BTCPay Server.`
  }
  return `BTCPay Server returned an unexpected response: ${wordsOf(error)}. Check its address.`
}
