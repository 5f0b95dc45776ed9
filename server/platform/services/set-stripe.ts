import { services } from '#contract/platform/services.ts'
import type { KeysOf } from '#server/kernel/config/service-keys.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { cardSetupBy, webhookUrl } from './adapters.ts'
import { bad, good, wordsOf } from './findings/finding.ts'
import { testCardKeys, testDomain } from './findings/stripe.ts'
import { aloneAtSetup, type Hook, type Means, proveAndKeep, requireSettable } from './set.ts'

type Given = { secret_key: string; publishable_key: string; webhook_secret?: string | undefined }

/** Stores the keys after a signed event has arrived. Refuses while another setup is running. */
export function setStripe(means: Means, staff: Staff, given: Given) {
  requireSettable(means, 'stripe')
  const busy = services.setStripe.refusals.setting_up_already
  return aloneAtSetup(means.db, 'stripe', busy, () => tryAndKeep(means, staff, given))
}

async function tryAndKeep(means: Means, staff: Staff, given: Given) {
  const keys = {
    STRIPE_SECRET_KEY: given.secret_key,
    STRIPE_PUBLISHABLE_KEY: given.publishable_key,
  }
  const setup = cardSetupBy(keys, means.config)
  const { findings, intent } = await testCardKeys(setup, keys)
  if (!intent) return { saved: false, findings }
  findings.push(...(await testDomain(setup, means.config.siteUrl)))
  const hook = await endpointOf(means, setup, given.webhook_secret)
  if (hook.secret === null) return { saved: false, findings: [...findings, hook.finding] }
  const whole: KeysOf<'stripe'> = { ...keys, STRIPE_WEBHOOK_SECRET: hook.secret }
  const words = { provider: 'Stripe', event: 'setup_intent.canceled' }
  const tried = { service: 'stripe', keys: whole, expects: intent.id, words } as const
  return proveAndKeep(means, staff, tried, {
    findings,
    hook,
    send: () => setup.cancelIntent(intent.id),
    remove: setup.removeEndpoint,
  })
}

type Setup = ReturnType<typeof cardSetupBy>

async function endpointOf(
  { config }: Means,
  setup: Setup,
  secret: string | undefined,
): Promise<Hook> {
  const url = webhookUrl(config, 'stripe')
  try {
    const former = (await setup.listEndpoints(url)).map(({ id }) => id)
    if (secret) {
      const finding = former.length
        ? good(`Stripe has an endpoint at ${url}.`)
        : bad(`Stripe has no endpoint at ${url}. Add it under Developers → Webhooks.`)
      return { secret, finding, made: [], former: [] }
    }
    const made = await setup.makeEndpoint(url)
    return {
      secret: made.secret,
      finding: good(`Stripe sends events to ${url}.`),
      made: [made.id],
      former,
    }
  } catch (error) {
    const finding = bad(
      `Stripe could not create the endpoint ${url}: “${wordsOf(error)}”. Create it yourself as described below, and enter its signing secret.`,
    )
    return { secret: null, finding, made: [], former: [] }
  }
}
