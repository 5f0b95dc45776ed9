import type { ServiceName } from '#contract/health.ts'
import { services as declared, type Finding } from '#contract/services.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Shop } from '#server/shop/shop.ts'
import { testNowpayments } from './tests/nowpayments.ts'

/** Tries the keys that hold, wherever they come from. */
export async function testStanding(shop: Shop, name: ServiceName): Promise<Finding[]> {
  const { crypto } = shop
  if (name === 'nowpayments' && crypto) return testNowpayments(crypto)
  throw new Refusal(declared.test.refusals.not_configured)
}
