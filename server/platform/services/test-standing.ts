import type { ServiceName } from '#contract/platform/health.ts'
import { services as declared, type Finding } from '#contract/platform/services.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { checkOf } from '#server/platform/health/test-service.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { testAnnouncements } from './findings/announcements.ts'
import { testBtcpay } from './findings/btcpay.ts'
import { testDiscord } from './findings/discord.ts'
import { bad, good, wordsOf } from './findings/finding.ts'
import { testMail } from './findings/mail.ts'
import { testNowpayments } from './findings/nowpayments.ts'

/** Tests the keys in use, whatever their source. Refuses a service that is not set up. */
export async function testStanding(shop: PlatformShop, name: ServiceName): Promise<Finding[]> {
  const check = checkOf(shop, name)
  if (!check) throw new Refusal(declared.test.refusals.not_configured)
  const { crypto, mail, discord, announcements, config } = shop
  switch (name) {
    case 'stripe':
      return answered(
        check,
        'Stripe answers and takes the key. Health shows when its last event arrived.',
      )
    case 'nowpayments':
      return testNowpayments(crypto.nowpayments!)
    case 'btcpay':
      return testBtcpay(crypto.btcpay!)
    case 'mail':
      return testMail(mail!)
    case 'discord':
      return testDiscord(discord!, config.keys.discord, config)
    case 'announcements':
      return testAnnouncements(announcements!)
    case 'captcha':
      return answered(check, 'The captcha provider responds and accepts the secret key.')
  }
}

function answered(check: () => Promise<void>, sentence: string): Promise<Finding[]> {
  return check().then(
    () => [good(sentence)],
    (error) => [bad(`The test failed: “${wordsOf(error)}”`)],
  )
}
