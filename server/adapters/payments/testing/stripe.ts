import { control, startTestSandbox, startTestShop, testSecrets } from '#sandbox/test-shop.ts'
import { askStripe, confirmWith } from '#sandbox/test-stripe-js.ts'
import { stripeProvider } from '../stripe.ts'

/** The adapter against the stand-in, with customers who enter and save cards there. */
export async function openStripe() {
  const shop = await startTestShop()
  const sandbox = await startTestSandbox(shop)
  const open = (timeoutMs: number) =>
    stripeProvider({
      secretKey: testSecrets.stripeKey,
      publishableKey: 'pk_test_sandbox',
      webhookSecret: testSecrets.stripeWebhookSecret,
      apiBase: sandbox.url,
      timeoutMs,
    })
  const cards = open(20_000)
  let customers = 0
  let orders = 0

  const ask = (path: string, body: object) => askStripe(sandbox.url, path, body)

  async function type(number: string) {
    const card = { number, expMonth: 12, expYear: 2040, country: 'US' }
    return String((await ask('payment_methods', card)).body.id)
  }

  return {
    cards,
    /** For tests in which the stand-in does not answer. */
    hurried: open(600),
    sandbox,
    received: shop.received,
    /** The calls that Stripe.js makes to its server. */
    ask,
    /** Enters a card on a page, as Stripe.js does. */
    type,
    act: (path: string, body: object = {}) =>
      control(sandbox, `stripe/${path}?wait=true`, { body }),

    async newCustomer() {
      customers += 1
      const email = `u${customers}@example.com`
      const id = await cards.createCustomer({ userId: customers, email, before: null })
      return {
        id,
        email,
        async add(number: string) {
          const { setupId, clientSecret } = await cards.beginCard(id)
          await confirmWith(sandbox.url, clientSecret, await type(number))
          return String((await cards.readAddedCard(id, setupId))?.id)
        },
        charge: (cardId: string, orderId = `order-${orders++}`, by = cards) =>
          by.chargeSavedCard({
            orderId,
            amountCents: 1799,
            description: 'CS2, 1 month',
            customerId: id,
            cardId,
            idempotencyKey: orderId,
          }),
      }
    },

    async close() {
      await sandbox.stop()
      await shop.stop()
    },
  }
}
