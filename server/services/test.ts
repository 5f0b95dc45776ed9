import type { ServiceName } from '#contract/health.ts'
import { services as declared, type Finding } from '#contract/services.ts'
import { checkOf } from '#server/health/test-service.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Shop } from '#server/shop/shop.ts'
import { testAnnouncements } from './tests/announcements.ts'
import { testBtcpay } from './tests/btcpay.ts'
import { testDiscord } from './tests/discord.ts'
import { bad, good, wordsOf } from './tests/findings.ts'
import { testMail } from './tests/mail.ts'
import { testNowpayments } from './tests/nowpayments.ts'

/** Tries the keys that hold, wherever they come from. */
export async function testStanding(shop: Shop, name: ServiceName): Promise<Finding[]> {
  const { crypto, mail, discord, announcements, config } = shop
  if (name === 'nowpayments' && crypto.nowpayments) return testNowpayments(crypto.nowpayments)
  if (name === 'btcpay' && crypto.btcpay) return testBtcpay(crypto.btcpay)
  if (name === 'mail' && mail) return testMail(mail)
  if (name === 'discord' && discord) return testDiscord(discord, config.keys.discord, config)
  if (name === 'announcements' && announcements) return testAnnouncements(announcements)
  const check = checkOf(shop, name)
  if (!check) throw new Refusal(declared.test.refusals.not_configured)
  return check().then(
    () => [good(answers[name])],
    (error) => [bad(`It does not work: “${wordsOf(error)}”`)],
  )
}

const answers: Record<ServiceName, string> = {
  stripe: 'Stripe answers and takes the key. Health shows when its last event arrived.',
  captcha: 'The captcha provider answers and knows the secret key.',
  nowpayments: '',
  btcpay: '',
  mail: '',
  discord: '',
  announcements: '',
}
