import { type Finding, services } from '#contract/services.ts'
import type { KeysOf } from '#server/kernel/service-keys.ts'
import type { Staff } from '#server/logs/staff.ts'
import { cardSetupBy, webhookUrl } from './adapters.ts'
import { bad, good, wordsOf } from './findings/finding.ts'
import { testSignedEvent } from './findings/signed-event.ts'
import { testCardKeys } from './findings/stripe.ts'
import { aloneAtSetup, isGood, type Means, requireSettable, setKeys } from './set.ts'

type Given = { secret_key: string; publishable_key: string; webhook_secret?: string | undefined }

/**
 * Tries the keys, has Stripe send its events here, and keeps what works. Refuses while another setup
 * runs.
 */
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
  const endpoint = await endpointOf(means, setup, given.webhook_secret)
  findings.push(endpoint.finding)
  if (endpoint.secret === null) return { saved: false, findings }
  const whole: KeysOf<'stripe'> = { ...keys, STRIPE_WEBHOOK_SECRET: endpoint.secret }
  const words = { provider: 'Stripe', event: 'setup_intent.canceled' }
  const tried = { service: 'stripe', keys: whole, expects: intent.id, words } as const
  findings.push(await testSignedEvent(means, tried, () => setup.cancelIntent(intent.id)))
  const saved = isGood(findings)
  if (saved) await setKeys(means, staff, 'stripe', whole)
  // Of an endpoint that is left over nobody knows the secret: its events would only be refused.
  await removeLeftOver(setup, endpoint, saved).catch(() => {})
  return { saved, findings }
}

type Setup = ReturnType<typeof cardSetupBy>
type Endpoint = { secret: string | null; finding: Finding; made: string | null; former: string[] }

/** The endpoint of the given secret, else a new one, made at Stripe. */
async function endpointOf(
  { config }: Means,
  setup: Setup,
  secret: string | undefined,
): Promise<Endpoint> {
  const url = webhookUrl(config, 'stripe')
  try {
    const former = (await setup.listEndpoints(url)).map(({ id }) => id)
    if (secret) {
      const finding = former.length
        ? good(`Stripe has an endpoint at ${url}.`)
        : bad(`Stripe has no endpoint at ${url}: add it under Developers → Webhooks.`)
      return { secret, finding, made: null, former: [] }
    }
    const made = await setup.makeEndpoint(url)
    return {
      secret: made.secret,
      finding: good(`Stripe sends events to ${url}.`),
      made: made.id,
      former,
    }
  } catch (error) {
    const finding = bad(
      `Stripe did not make the endpoint ${url}: “${wordsOf(error)}”. Make it by hand, as told below, and enter its signing secret.`,
    )
    return { secret: null, finding, made: null, former: [] }
  }
}

async function removeLeftOver(setup: Setup, { made, former }: Endpoint, saved: boolean) {
  if (!made) return
  for (const id of saved ? former : [made]) await setup.removeEndpoint(id)
}
