import type { Finding } from '#contract/platform/services.ts'
import { saidNothing } from '#server/adapters/payments/stripe-failures.ts'
import { sayMissing } from '#server/adapters/payments/stripe-permissions.ts'
import type { KeysOf } from '#server/kernel/config/service-keys.ts'
import { clock } from '#server/kernel/time/clock.ts'
import type { cardSetupBy } from '../adapters.ts'
import { bad, good, note, wordsOf } from './finding.ts'

type Setup = ReturnType<typeof cardSetupBy>
type Intent = Awaited<ReturnType<Setup['beginIntent']>>

/** In milliseconds: Stripe's signatures allow this difference, less a margin for the request. */
const clocksMayDiffer = 240_000
const modeOf = (key: string) => key.split('_')[1]

/** Both must belong to the same account and mode. Also returns the values for later checks. */
export async function testCardKeys(
  setup: Setup,
  keys: Pick<KeysOf<'stripe'>, 'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY'>,
): Promise<{ findings: Finding[]; intent: Intent | null }> {
  const mode = modeOf(keys.STRIPE_SECRET_KEY)
  const other = modeOf(keys.STRIPE_PUBLISHABLE_KEY)
  if (mode !== other) {
    const text = `The secret key is for ${mode} payments and the publishable key for ${other} payments. Copy both from the same page, Developers → API keys.`
    return { findings: [bad(text)], intent: null }
  }
  let intent: Intent
  try {
    const missing = await setup.listMissingPermissions()
    if (missing.length > 0) return { findings: [bad(sayMissing(missing))], intent: null }
    intent = await setup.beginIntent()
  } catch (error) {
    const text = `Stripe refused the secret key: “${wordsOf(error)}”. Copy it again from Developers → API keys.`
    return { findings: [silence(error) ?? bad(text)], intent: null }
  }
  const taken = good(
    mode === 'live'
      ? 'Stripe accepts the secret key, for live payments.'
      : 'Stripe accepts the secret key. It is a test key, so no money moves.',
  )
  const strayed = clock.now() - intent.at
  if (Math.abs(strayed) > clocksMayDiffer) {
    const by = `${Math.round(Math.abs(strayed) / 60_000)} minutes ${strayed > 0 ? 'ahead of' : 'behind'}`
    const text = `The clock of this machine is ${by} Stripe’s. Stripe’s events are signed with the time, so the shop would refuse all of them. Set the clock, use NTP, and try again.`
    return { findings: [taken, bad(text)], intent: null }
  }
  try {
    await setup.readByPublishable(intent)
  } catch (error) {
    const text = `The publishable key does not belong to the secret key: “${wordsOf(error)}”. Copy both from the same account.`
    return { findings: [taken, silence(error) ?? bad(text)], intent: null }
  }
  return { findings: [taken, good('Both keys belong to the same account.')], intent }
}

/** Card payments work without a registered domain, so this never refuses the keys. */
export async function testDomain(setup: Setup, siteUrl: string): Promise<Finding[]> {
  const { hostname } = new URL(siteUrl)
  const steps = `Apple Pay, Google Pay and Link show only on domains that are registered at Stripe under Settings → Payment method domains`
  try {
    const registered = await setup.isDomainRegistered(hostname)
    if (registered) return []
    if (registered === false) return [note(`${steps}. ${hostname} is not one of them.`)]
  } catch {
    // The next call reports that Stripe does not respond.
  }
  return [note(`${steps}. The shop could not check ${hostname}.`)]
}

/** Null if Stripe responded. A wrong report of an invalid key would make an operator replace it. */
function silence(error: unknown): Finding | null {
  if (!saidNothing(error)) return null
  return bad(
    `Stripe returned an unexpected response, so the keys could not be checked: “${wordsOf(error)}”. Check that this machine can reach api.stripe.com, and try again later.`,
  )
}
