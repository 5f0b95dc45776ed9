import type { Staff } from '#server/platform/logs/staff.ts'
import { cryptoBy } from './adapters.ts'
import { testNowpayments } from './findings/nowpayments.ts'
import { keepGood, type Means, requireSettable } from './set.ts'

type Given = { api_key: string; ipn_secret: string }

export async function setNowpayments(means: Means, staff: Staff, given: Given) {
  requireSettable(means, 'nowpayments')
  const keys = { NOWPAYMENTS_API_KEY: given.api_key, NOWPAYMENTS_IPN_SECRET: given.ipn_secret }
  const findings = await testNowpayments(cryptoBy(keys, means.config))
  return keepGood(means, staff, 'nowpayments', keys, findings)
}
