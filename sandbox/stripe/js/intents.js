import { showChallenge } from './challenge-frame.js'
import { createPaymentElement } from './payment-element.js'
import { ask } from './wire.js'

/**
 * What was typed into the elements of a page, by those elements.
 * @type {WeakMap<object, { clientSecret: string | undefined, payment: () => ReturnType<typeof createPaymentElement> | null }>}
 */
const opened = new WeakMap()

/**
 * What `stripe.elements` gives, for an intent or for one that is made later: the payment element alone.
 * @param {{ clientSecret?: string, mode?: string, amount?: number, currency?: string, appearance?: object }} options
 */
export function createElements({ clientSecret, mode, amount, currency, appearance = {} }) {
  if (!clientSecret && (mode !== 'payment' || !amount || !currency))
    throw new Error(
      'The sandbox opens elements by a clientSecret, or in mode payment by an amount.',
    )
  /** @type {ReturnType<typeof createPaymentElement> | null} */
  let payment = null
  const elements = {
    /** @param {string} type */
    create(type) {
      if (type !== 'payment') throw new Error(`The sandbox has no element ${type}.`)
      payment = createPaymentElement({ appearance, onChange() {} })
      return payment.element
    },
    getElement: () => payment?.element ?? null,
    /** @param {{ appearance?: object }} changed */
    async update(changed) {
      if (changed.appearance) payment?.restyle(changed.appearance)
    },
    async submit() {
      const { error } = (await payment?.tokenize()) ?? { error: 'There is no payment element.' }
      return error ? { error: invalid(error) } : { selectedPaymentMethod: 'card' }
    },
    fetchUpdates: async () => ({}),
    on() {},
    off() {},
  }
  opened.set(elements, { clientSecret, payment: () => payment })
  return elements
}

/** @param {string} message */
function invalid(message) {
  return { type: 'validation_error', message }
}

/**
 * `stripe.createPaymentMethod` of what was typed into the elements of a page.
 * @param {{ elements?: object }} options
 */
export async function createPaymentMethod({ elements }) {
  const payment = elements && opened.get(elements)?.payment()
  if (!payment) throw new Error('The sandbox makes payment methods of elements only.')
  const { error, paymentMethod } = await payment.tokenize()
  return error ? { error: invalid(error) } : { paymentMethod: { id: paymentMethod, type: 'card' } }
}

/**
 * `stripe.confirmSetup` and `stripe.confirmPayment`: `name` is what they call their intent.
 * @param {'setupIntent' | 'paymentIntent'} name
 */
export function confirmsIntent(name) {
  /** @param {{ elements?: object, clientSecret?: string, confirmParams?: { payment_method?: string, return_url?: string }, redirect?: string }} options */
  return async ({ elements, clientSecret, confirmParams = {}, redirect = 'always' }) => {
    const page = elements && opened.get(elements)
    const secret = clientSecret ?? page?.clientSecret ?? ''
    const card = await page?.payment()?.tokenize()
    if (card?.error) return { error: invalid(card.error) }
    const method = card?.paymentMethod ?? confirmParams.payment_method ?? null
    try {
      let answer = await ask('confirm', { client_secret: secret, payment_method: method })
      if (answer.intent?.status === 'requires_action') answer = await showChallenge(secret)
      if (answer.error) return { error: answer.error }
      if (redirect === 'if_required') return { [name]: answer.intent }
    } catch (error) {
      return { error: { type: 'api_error', message: /** @type {Error} */ (error).message } }
    }
    location.assign(confirmParams.return_url ?? '/')
    return new Promise(() => {})
  }
}

/**
 * `stripe.retrieveSetupIntent` and `stripe.retrievePaymentIntent`.
 * @param {'setupIntent' | 'paymentIntent'} name
 */
export function readsIntent(name) {
  /** @param {string} clientSecret */
  return async (clientSecret) => {
    try {
      return { [name]: (await ask('intent', { client_secret: clientSecret })).intent }
    } catch (error) {
      return {
        error: { type: 'invalid_request_error', message: /** @type {Error} */ (error).message },
      }
    }
  }
}
