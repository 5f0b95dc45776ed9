import type { Finding } from '#contract/platform/services.ts'
import type { CryptoProvider } from '#server/adapters/payments/crypto-provider.ts'
import { ProviderMisconfigured } from '#server/adapters/payments/payments.ts'
import { bad, good, note, wordsOf } from './finding.ts'

export async function testNowpayments(crypto: CryptoProvider): Promise<Finding[]> {
  try {
    const currencies = await crypto.currencies()
    if (currencies.length === 0) {
      return [
        good('NOWPayments accepts the API key.'),
        bad('Your NOWPayments account has no currencies. Choose some under Settings → Payments.'),
      ]
    }
    return [
      good('NOWPayments accepts the API key.'),
      good(`Customers can choose from ${currencies.length} currencies.`),
      note(
        'The IPN secret cannot be tested without a payment. The first notification shows whether it is right, and Health counts those with a wrong signature. Until then, the shop checks each payment itself.',
      ),
    ]
  } catch (error) {
    if (error instanceof ProviderMisconfigured)
      return [good('NOWPayments accepts the API key.'), bad(error.message)]
    const words = wordsOf(error)
    if (/\b(401|403)\b|api key/i.test((error as Error).message)) {
      return [
        bad(
          `NOWPayments refused the API key: “${words}”. Copy it again from Settings → Payments → API keys.`,
        ),
      ]
    }
    return [bad(`NOWPayments returned an unexpected response: ${words}`)]
  }
}
