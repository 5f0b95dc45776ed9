import { afterEach, expect, test } from 'vitest'
import { testSecrets } from '#sandbox/test-shop.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { ProviderForbidden } from './payments.ts'
import { connect, stripeProvider } from './stripe.ts'
import { listMissingPermissions, neededPermissions } from './stripe-permissions.ts'
import { openStripe } from './testing/stripe.ts'

const { sandbox, cards } = await fileFixture(openStripe())
const secretKey = testSecrets.stripeKey.replace(/^sk_/, 'rk_')
const stripe = connect({ secretKey, apiBase: sandbox.url })

afterEach(() => {
  sandbox.switches.stripe.missingPermissions = []
})

test.each([
  ['charge_read', 'Charges (Read)'],
  ['checkout_session_write', 'Checkout Sessions (Write)'],
  ['customer_write', 'Customers (Write)'],
  ['dispute_write', 'Disputes (Write)'],
  ['early_fraud_warning_read', 'Radar early fraud warnings (Read)'],
  ['event_read', 'Events (Read)'],
  ['file_read', 'Files (Write)'],
  ['payment_intent_write', 'PaymentIntents (Write)'],
  ['payment_method_write', 'PaymentMethods (Write)'],
  ['refund_write', 'Refunds (Write)'],
  ['setup_intent_write', 'SetupIntents (Write)'],
  ['webhook_read', 'Webhook endpoints (Write)'],
])('a key without %s is found to lack %s', async (missing, name) => {
  sandbox.switches.stripe.missingPermissions = [missing]
  expect(await listMissingPermissions(stripe)).toEqual([name])
  expect(neededPermissions).toContain(name)
})

test('a session is charged in its own currency, whatever the account’s dashboard says', async () => {
  const customer = await cards.createCustomer({ userId: 1, email: 'a@b.example', before: null })
  const { sessionId } = await cards.createSession({
    orderId: 'o-1',
    customer: { id: customer, keepsCard: false },
    items: [{ name: 'A game', priceCents: 1999 }],
    returnUrl: 'https://shop.example.com/checkout/success',
    expiresAt: new Date(Date.now() + 3_600_000),
  })
  const { adaptive_pricing } = await stripe.checkout.sessions.retrieve(sessionId)
  expect(adaptive_pricing).toEqual({ enabled: false })
})

test('a key with every permission lacks none, and the check changes nothing', async () => {
  const before = await stripe.events.list()
  expect(await listMissingPermissions(stripe)).toEqual([])
  expect(await stripe.events.list()).toMatchObject({ data: before.data })
})

test('a saved card is not reported as declined or unknown when the key may not charge it', async () => {
  const charge = { orderId: 'o', customerId: 'cus_1', cardId: 'pm_1', amountCents: 100 }
  const wrong = connect({ secretKey: 'sk_test_other', apiBase: sandbox.url })
  await expect(listMissingPermissions(wrong)).rejects.toThrow(ProviderForbidden)
  sandbox.switches.stripe.missingPermissions = ['payment_intent_write']
  const restricted = stripeProvider({
    ...{ secretKey, publishableKey: cards.publishableKey, webhookSecret: 'whsec_1' },
    apiBase: sandbox.url,
  })
  const paying = restricted.chargeSavedCard({ ...charge, description: 'x', idempotencyKey: 'k' })
  await expect(paying).rejects.toThrow('lacks the permission payment intent (write)')
})
