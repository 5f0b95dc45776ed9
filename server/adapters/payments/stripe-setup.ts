import type Stripe from 'stripe'
import { ProviderForbidden } from './payments.ts'
import { apiVersion, connect } from './stripe.ts'
import { understoodTypes } from './stripe-events.ts'
import { asked } from './stripe-failures.ts'
import { isRestricted, listMissingPermissions } from './stripe-permissions.ts'

type Keys = { secretKey: string; publishableKey: string; apiBase?: string }

/** The events of the shop's endpoint. The last one proves during setup that events arrive. */
export const endpointEvents = [...understoodTypes, 'setup_intent.canceled'] as const

export function stripeSetup(keys: Keys) {
  const stripe = connect(keys)
  return {
    /** Empty for an unrestricted key. */
    listMissingPermissions: async () =>
      isRestricted(keys.secretKey) ? listMissingPermissions(stripe) : [],
    /** Creates a SetupIntent, which costs nothing and can be read with the publishable key. */
    async beginIntent() {
      const { id, client_secret, created } = await asked(() =>
        stripe.setupIntents.create({ usage: 'on_session' }),
      )
      return { id, clientSecret: client_secret!, at: created * 1000 }
    },
    /** Throws unless the publishable key belongs to the same account and mode. */
    async readByPublishable({ id, clientSecret }: { id: string; clientSecret: string }) {
      const browser = connect({ ...keys, secretKey: keys.publishableKey })
      await asked(() => browser.setupIntents.retrieve(id, { client_secret: clientSecret }))
    },
    /** Triggers an event that Stripe sends to every endpoint. */
    cancelIntent: async (id: string) => void (await asked(() => stripe.setupIntents.cancel(id))),

    /** Whether wallets and Link may appear on this domain. Null if the key may not read that. */
    async isDomainRegistered(domain: string): Promise<boolean | null> {
      try {
        const { data } = await asked(() =>
          stripe.paymentMethodDomains.list({ domain_name: domain, limit: 1 }),
        )
        return data.some(({ enabled }) => enabled)
      } catch (error) {
        if (error instanceof ProviderForbidden) return null
        throw error
      }
    },

    async makeEndpoint(url: string) {
      const { id, secret } = await asked(() =>
        stripe.webhookEndpoints.create({
          url,
          enabled_events: [...endpointEvents],
          api_version: apiVersion as Stripe.WebhookEndpointCreateParams.ApiVersion,
        }),
      )
      return { id, secret: secret! }
    },
    async listEndpoints(url: string) {
      const { data } = await asked(() => stripe.webhookEndpoints.list({ limit: 100 }))
      return data.filter((endpoint) => endpoint.url === url)
    },
    removeEndpoint: async (id: string) => void (await asked(() => stripe.webhookEndpoints.del(id))),
  }
}
