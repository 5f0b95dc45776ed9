import type Stripe from 'stripe'
import { objectId, randomText, unixNow } from '../ids.ts'
import { missing } from './errors.ts'
import type { World } from './world.ts'

export type CustomerInput = {
  email: string | null
  name?: string | null
  phone?: string | null
  description?: string | null
  metadata?: Stripe.Metadata
}

export function createCustomer(world: World, input: CustomerInput): Stripe.Customer {
  const customer: Stripe.Customer = {
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
  world.customers.put(customer.id, customer)
  world.emit('customer.created', customer, { subject: customer.id })
  return customer
}

export function readCustomer(world: World, id: string): Stripe.Customer {
  const customer = world.customers.get(id)
  if (!customer) throw missing('customer', id)
  return customer
}
