import type { Finding } from '#contract/services.ts'
import type { CryptoProvider } from '#server/adapters/payments/crypto-provider.ts'
import { ProviderMisconfigured } from '#server/adapters/payments/payments.ts'
import { bad, good, note, wordsOf } from './finding.ts'

/** Checks that NOWPayments accepts the key and offers at least one currency. */
export async function testNowpayments(crypto: CryptoProvider): Promise<Finding[]> {
  try {
    const currencies = await crypto.currencies()
    if (currencies.length === 0) {
      return [
        good('NOWPayments takes the API key.'),
        bad('No currency is chosen in your account there: choose some under Settings → Payments.'),
      ]
    }
    return [
      good('NOWPayments takes the API key.'),
      good(`Customers can choose from ${currencies.length} currencies.`),
      note(
        'The IPN secret cannot be tried without a payment: the first notification shows whether it is right, and Health counts those with a wrong signature. Until then the shop asks for each payment itself.',
      ),
    ]
  } catch (error) {
    if (error instanceof ProviderMisconfigured)
      return [good('NOWPayments takes the API key.'), bad(error.message)]
    const words = wordsOf(error)
    if (/\b(401|403)\b|api key/i.test((error as Error).message)) {
      return [
        bad(
          `NOWPayments refuses the API key: “${words}”. Copy it anew from Settings → Payments → API keys.`,
        ),
      ]
    }
    return [bad(`NOWPayments does not answer as it should: ${words}`)]
  }
}
