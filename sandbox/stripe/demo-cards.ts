import { buildCustomer } from './customers.ts'
import { buildPaymentMethod } from './payment-methods.ts'
import type { World } from './world.ts'

/** The demo customer at Stripe. The demo shop's database refers to its id. */
export const demoCustomer = {
  id: 'cus_demo',
  email: 'customer@loadout.example',
  cards: {
    good: { id: 'pm_demo_good', number: '4242424242424242' },
    empty: { id: 'pm_demo_empty', number: '4000000000003410' },
  },
  expMonth: 12,
  expYear: 2040,
}

/** Adds the demo shop's customer, whose renewals are charged. */
export function addDemoCustomer(world: World) {
  const { id, email, cards, expMonth, expYear } = demoCustomer
  if (world.customers.get(id)) return
  const customer = buildCustomer({ email })
  const settings = { ...customer.invoice_settings, default_payment_method: cards.good.id }
  world.customers.put(id, { ...customer, id, invoice_settings: settings })
  for (const card of Object.values(cards)) {
    const typed = { number: card.number, expMonth, expYear, country: 'US', postalCode: null }
    const built = buildPaymentMethod(typed)
    world.cards.put(card.id, { ...built, method: { ...built.method, id: card.id, customer: id } })
  }
}
