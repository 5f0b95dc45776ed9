import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { ProviderRefused } from './payments.ts'
import type { SavedCard, SavedCards } from './saved-cards.ts'
import { chargesCards } from './stripe-charges.ts'
import { asked, unlessMissing } from './stripe-failures.ts'

export function savedCards(stripe: Stripe): SavedCards {
  async function findCustomer(id: string): Promise<Stripe.Customer | null> {
    const customer = await unlessMissing(asked(() => stripe.customers.retrieve(id)))
    return customer && !customer.deleted ? customer : null
  }

  async function ownsCard(customer: string, card: string): Promise<boolean> {
    const method = await unlessMissing(asked(() => stripe.paymentMethods.retrieve(card)))
    return method !== undefined && idOf(method.customer) === customer
  }

  return {
    ...chargesCards(stripe),

    async createCustomer({ userId, email, before }) {
      // Two shops on one Stripe account may share user ids, but hardly email addresses.
      const who = createHash('sha256').update(`${userId} ${email} ${before}`).digest('hex')
      const customer = await asked(() =>
        stripe.customers.create(
          { email, metadata: { user_id: String(userId) } },
          { idempotencyKey: `customer ${who}` },
        ),
      )
      return customer.id
    },

    async changeAddress(id, email) {
      await unlessMissing(asked(() => stripe.customers.update(id, { email })))
    },

    async removeCustomer(id) {
      await unlessMissing(asked(() => stripe.customers.del(id)))
    },

    async listCards(id) {
      const customer = await findCustomer(id)
      if (!customer) return []
      const { data } = await asked(() =>
        stripe.customers.listPaymentMethods(id, { type: 'card', limit: 100 }),
      )
      const chosen = idOf(customer.invoice_settings.default_payment_method)
      return data.flatMap((method) => cardOf(method, chosen) ?? [])
    },

    async beginCard(customer) {
      const setup = await asked(() =>
        stripe.setupIntents.create({
          customer,
          usage: 'off_session',
          allowed_payment_method_types: ['card'],
        }),
      )
      return { setupId: setup.id, clientSecret: setup.client_secret! }
    },

    async readAddedCard(customer, setupId) {
      const setup = await unlessMissing(
        asked(() => stripe.setupIntents.retrieve(setupId, { expand: ['payment_method'] })),
      )
      if (setup?.status !== 'succeeded' || idOf(setup.customer) !== customer) return null
      return cardOf(setup.payment_method as Stripe.PaymentMethod, null)
    },

    async setDefaultCard(customer, card) {
      if (!(await ownsCard(customer, card))) return false
      await asked(() =>
        stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } }),
      )
      return true
    },

    async removeCard(customer, card) {
      if (!(await ownsCard(customer, card))) return false
      try {
        await asked(() => stripe.paymentMethods.detach(card))
      } catch (error) {
        // Another request removed the card in the meantime, which is the desired result.
        if (!(error instanceof ProviderRefused) || (await ownsCard(customer, card))) throw error
      }
      return true
    },
  }
}

function cardOf({ id, card }: Stripe.PaymentMethod, chosen: string | null): SavedCard | null {
  if (!card) return null
  return {
    id,
    brand: card.brand,
    last4: card.last4,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    isDefault: id === chosen,
  }
}

const idOf = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)
