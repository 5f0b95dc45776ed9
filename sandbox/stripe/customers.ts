import type Stripe from 'stripe'
import * as z from 'zod'
import { objectId, randomText, unixNow } from '../ids.ts'
import { missing } from './errors.ts'
import type { Params } from './form.ts'
import { metadata, readParams } from './session-params.ts'
import type { World } from './world.ts'

export type CustomerInput = {
  email: string | null
  name?: string | null
  phone?: string | null
  description?: string | null
  metadata?: Stripe.Metadata
}

export function buildCustomer(input: CustomerInput): Stripe.Customer {
  return {
    id: objectId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: unixNow(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: input.description ?? null,
    discount: null,
    email: input.email,
    invoice_prefix: randomText(8, 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: input.metadata ?? {},
    name: input.name ?? null,
    next_invoice_sequence: 1,
    phone: input.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}

export function createCustomer(world: World, input: CustomerInput): Stripe.Customer {
  const customer = buildCustomer(input)
  world.customers.put(customer.id, customer)
  world.emit('customer.created', customer, { subject: customer.id })
  return customer
}

export function readCustomer(world: World, id: string, param = 'id'): Stripe.Customer {
  const customer = world.customers.get(id)
  if (!customer) throw missing('customer', id, param)
  return customer
}

const update = z.strictObject({
  // https://docs.stripe.com/api/customers/update
  email: z.email().max(512).optional(),
  invoice_settings: z.strictObject({ default_payment_method: z.string() }).optional(),
  metadata: metadata.optional(),
})

export function updateCustomer(world: World, params: Params, id: string): Stripe.Customer {
  const { email, invoice_settings: settings, metadata: more } = readParams(update, params)
  const before = readCustomer(world, id)
  const chosen = settings?.default_payment_method
  if (chosen && world.cards.get(chosen)?.method.customer !== id)
    throw missing('PaymentMethod', chosen, 'invoice_settings[default_payment_method]')
  const after = world.customers.update(id, {
    ...(email && { email }),
    ...(more && { metadata: { ...before.metadata, ...more } }),
    invoice_settings: {
      ...before.invoice_settings,
      ...(settings && { default_payment_method: chosen || null }),
    },
  })
  world.emit('customer.updated', after, { subject: id })
  return after
}

/** Also deletes the customer's cards. */
export function deleteCustomer(world: World, _params: Params, id: string): Stripe.DeletedCustomer {
  const customer = readCustomer(world, id)
  for (const { method } of world.cards.all())
    if (method.customer === id) world.cards.delete(method.id)
  world.customers.delete(id)
  world.emit('customer.deleted', customer, { subject: id })
  return { id, object: 'customer', deleted: true }
}
