import { randomUUID } from 'node:crypto'
import { type Finding, services } from '#contract/platform/services.ts'
import { btcpayPermissions, btcpaySetup } from '#server/adapters/payments/btcpay-setup.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { btcpayBy, webhookUrl } from './adapters.ts'
import { explainBtcpay, testBtcpay } from './findings/btcpay.ts'
import { bad, good, note, wordsOf } from './findings/finding.ts'
import {
  aloneAtSetup,
  type Hook,
  isGood,
  type Means,
  proveAndKeep,
  requireSettable,
} from './set.ts'

type Given = {
  url: string
  store_id: string
  api_key: string
  webhook_secret?: string | undefined
}

type Setup = ReturnType<typeof btcpaySetup>

/** Stores the keys after a signed event has arrived. Refuses while another setup is running. */
export function setBtcpay(means: Means, staff: Staff, given: Given) {
  requireSettable(means, 'btcpay')
  const busy = services.setBtcpay.refusals.setting_up_already
  return aloneAtSetup(means.db, 'btcpay', busy, () => tryAndKeep(means, staff, given))
}

async function tryAndKeep(means: Means, staff: Staff, given: Given) {
  const keys = {
    BTCPAY_URL: given.url,
    BTCPAY_STORE_ID: given.store_id,
    BTCPAY_API_KEY: given.api_key,
  }
  const findings = await testBtcpay(btcpayBy({ ...keys, BTCPAY_WEBHOOK_SECRET: '' }))
  if (!isGood(findings)) return { saved: false, findings }
  const setup = btcpaySetup({ url: given.url, storeId: given.store_id, apiKey: given.api_key })
  findings.push(...(await testPermissions(setup, given)))
  if (!isGood(findings)) return { saved: false, findings }
  const hook = await webhookOf(means, setup, given.webhook_secret)
  if (hook.secret === null) return { saved: false, findings: [...findings, hook.finding] }
  const whole = { ...keys, BTCPAY_WEBHOOK_SECRET: hook.secret }
  const words = { provider: 'BTCPay Server', event: 'InvoiceCreated' }
  const tried = { service: 'btcpay', keys: whole, expects: randomUUID(), words } as const
  return proveAndKeep(means, staff, tried, {
    findings,
    hook,
    send: () => setup.sendTrial(tried.expects),
    remove: setup.removeWebhook,
  })
}

async function testPermissions(setup: Setup, given: Given): Promise<Finding[]> {
  try {
    const missing = await setup.findMissingPermissions()
    const needed = missing.filter(
      (name) => name !== btcpayPermissions.webhooks || !given.webhook_secret,
    )
    if (needed.length === 0) return []
    return [bad(`The API key lacks permissions. Add ${needed.join(', ')} for this store.`)]
  } catch (error) {
    return [bad(explainBtcpay(error))]
  }
}

async function webhookOf(
  { config }: Means,
  setup: Setup,
  secret: string | undefined,
): Promise<Hook> {
  const url = webhookUrl(config, 'btcpay')
  if (secret) {
    const finding = note(`The store must have a webhook to ${url} with this secret.`)
    return { secret, finding, made: [], former: [] }
  }
  try {
    const former = await setup.listWebhooks(url)
    const made = await setup.makeWebhook(url)
    const finding = good(`The store sends its events to ${url}.`)
    return { secret: made.secret, finding, made: [made.id], former }
  } catch (error) {
    const finding = bad(
      `BTCPay Server could not create the webhook to ${url}: “${wordsOf(error)}”. Create it yourself under Settings → Webhooks and enter its secret.`,
    )
    return { secret: null, finding, made: [], former: [] }
  }
}
