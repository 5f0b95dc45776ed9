import type Stripe from 'stripe'
import { ProviderMisconfigured } from './payments.ts'
import { understoodTypes } from './stripe-events.ts'
import { asked } from './stripe-failures.ts'

type Wanted = { url: string; apiVersion: string }

/** Throws ProviderMisconfigured. A missing endpoint is fine: another one may forward the events. */
export async function requireWebhook(stripe: Stripe, { url, apiVersion }: Wanted) {
  const { data } = await asked(() => stripe.webhookEndpoints.list({ limit: 100 }))
  const problems = data
    .filter((endpoint) => endpoint.url === url)
    .map((endpoint) => problemOf(endpoint, apiVersion))
  const [problem] = problems
  if (!problem || problems.includes(null)) return
  throw new ProviderMisconfigured(
    `Stripe: The webhook endpoint ${url} ${problem}. Change it at Stripe under Developers → Webhooks, or enter the keys again under Settings → Services.`,
  )
}

function problemOf(endpoint: Stripe.WebhookEndpoint, apiVersion: string): string | null {
  const { status, enabled_events: sent, api_version: version } = endpoint
  if (status !== 'enabled') return 'is disabled'
  const missing = sent.includes('*') ? [] : understoodTypes.filter((type) => !sent.includes(type))
  if (missing.length > 0) return `does not send ${missing.join(', ')}`
  return version === apiVersion
    ? null
    : `uses API version ${version ?? 'of the account'} instead of ${apiVersion}`
}
