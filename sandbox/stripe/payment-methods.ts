import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { clock } from '#server/kernel/time/clock.ts'
import { objectId, unixNow } from '../ids.ts'
import { brandOf, countryOf, outcomesOf } from './cards.ts'
import type { CardRecord, World } from './world.ts'

export type TypedCard = {
  number: string
  expMonth: number
  expYear: number
  country: string
  postalCode: string | null
}

/** Stores a typed card only as its outcomes and its last four digits. */
export function buildPaymentMethod(card: TypedCard): CardRecord {
  const brand = brandOf(card.number)
  const method: Stripe.PaymentMethod = {
    id: objectId('pm'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: {
      address: {
        city: null,
        country: card.country,
        line1: null,
        line2: null,
        postal_code: card.postalCode,
        state: null,
      },
      email: null,
      name: null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: card.postalCode ? 'pass' : null,
        cvc_check: 'pass',
      },
      country: countryOf(card.number),
      display_brand: brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: createHash('sha256').update(card.number).digest('base64url').slice(0, 16),
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: unixNow(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
  return { method, ...outcomesOf(card.number) }
}

export function createPaymentMethod(world: World, card: TypedCard): CardRecord {
  const built = buildPaymentMethod(card)
  return world.cards.put(built.method.id, built)
}

/** The card that the panel pays with: 4242, unless another test card is given. */
export function workingCard(world: World, number = '4242424242424242'): CardRecord {
  return createPaymentMethod(world, {
    number,
    expMonth: 12,
    expYear: clock.date().getUTCFullYear() + 3,
    country: 'US',
    postalCode: null,
  })
}
