import type Stripe from 'stripe'
import { missing, StripeFailure } from './errors.ts'
import { authenticatePayment, payHere } from './payments.ts'
import { authenticateSetup, confirmSetup } from './setup-intents.ts'
import type { World } from './world.ts'

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

/** The actions of Stripe.js on an intent that has no checkout session. */
type Page = {
  read(): Intent
  /** If `method` is null, continues with the card of the previous attempt. */
  confirm(method: string | null): Intent
  authenticate(succeeded: boolean): Intent
}

/** The intent for a client secret, or undefined if the secret belongs to a checkout session. */
export function openIntent(world: World, secret: string): Page | undefined {
  const [id = ''] = secret.split('_secret_')
  if (id.startsWith('pi_')) {
    requireSecret(world.intents.get(id), id, secret)
    return {
      read: () => world.intents.get(id)!,
      confirm: (method) => payHere(world, id, method),
      authenticate: (succeeded) => authenticatePayment(world, id, succeeded),
    }
  }
  if (!id.startsWith('seti_')) return undefined
  const intent = requireSecret(world.setupIntents.get(id), id, secret)
  return {
    read: () => world.setupIntents.get(id)!,
    confirm: (method) => confirmSetup(world, id, method ?? String(intent.payment_method)),
    authenticate: (succeeded) => authenticateSetup(world, id, succeeded),
  }
}

function requireSecret<T extends Intent>(intent: T | undefined, id: string, secret: string): T {
  if (intent?.client_secret !== secret) throw missing('intent', id, 'client_secret')
  return intent
}

/** Returns a decline together with the intent, as Stripe.js expects. */
export function answerIntent(page: Page, work: () => Intent) {
  try {
    return { intent: clientIntent(work()) }
  } catch (error) {
    if (!(error instanceof StripeFailure) || error.status !== 402) throw error
    const { type, code, message, decline_code } = error.body
    return { intent: clientIntent(page.read()), error: { type, code, message, decline_code } }
  }
}

/** The intent as a page sees it, without the fields that only the shop may read. */
function clientIntent({ object, id, status, client_secret, payment_method, ...rest }: Intent) {
  const error = 'last_payment_error' in rest ? rest.last_payment_error : null
  const paid = 'amount' in rest ? { amount: rest.amount, currency: rest.currency } : {}
  const failed = error && { last_payment_error: { code: error.code, message: error.message } }
  return { object, id, status, client_secret, payment_method, ...paid, ...failed }
}
