import { showChallenge } from './challenge-frame.js'
import { createPaymentElement } from './payment-element.js'
import { createTotalReads } from './total-reads.js'
import { ask, createEmitter } from './wire.js'

const ABSENT = {
  applyPromotionCode: 'promotion codes',
  removePromotionCode: 'promotion codes',
  updateShippingAddress: 'shipping',
  updateShippingOption: 'shipping',
  updateBillingAddress: 'billing addresses',
  updatePhoneNumber: 'phone numbers',
  updateIndividualName: 'names',
  updateBusinessName: 'names',
  updateLineItemQuantity: 'adjustable quantities',
  updateTaxIdInfo: 'tax ids',
  addOptionalLineItem: 'optional items',
  removeOptionalLineItem: 'optional items',
}

/**
 * A failure in the shape that every action answers with.
 * @param {unknown} reason
 * @param {string | null} [code]
 */
function failure(reason, code = null) {
  const message = reason instanceof Error ? reason.message : String(reason)
  return { type: 'error', error: { message, code } }
}

/**
 * What `stripe.initCheckoutElementsSdk` gives: the payment element and the session's actions.
 * @param {{ clientSecret: string | Promise<string>, elementsOptions?: any, defaultValues?: any }} options
 */
export function initCheckoutElementsSdk({ clientSecret, elementsOptions, defaultValues }) {
  const { emit, on } = createEmitter()
  const totalReads = createTotalReads()
  let appearance = elementsOptions?.appearance ?? {}
  /** @type {any} */
  let session = null
  /** @type {ReturnType<typeof createPaymentElement> | null} */
  let payment = null
  let secret = ''

  const isFree = () => session.total.total.minorUnitsAmount === 0
  const getSession = () =>
    totalReads.watch({
      ...session,
      canConfirm:
        session.status.type === 'open' &&
        Boolean(session.email) &&
        (isFree() || Boolean(payment?.isComplete())),
    })
  const announce = () => session && emit('change', getSession())
  const success = () => ({ type: 'success', session: getSession() })

  /** @param {string} path @param {object} [body] */
  async function act(path, body) {
    const answer = await ask(path, { client_secret: secret, ...body })
    session = answer.session ?? session
    return answer
  }

  /** @param {string | null} email */
  async function updateEmail(email) {
    if (!email) return failure('Your email is incomplete.', 'incompleteEmail')
    if (!/^\S+@\S+\.\S+$/.test(email)) return failure('Your email is invalid.', 'invalidEmail')
    await act('email', { email })
    announce()
    return success()
  }

  async function validateElements() {
    if (isFree()) return success()
    const { error } = (await payment?.tokenize()) ?? { error: 'There is no payment element.' }
    if (!error) return success()
    const wrong = { message: error, element: 'payment' }
    return {
      type: 'error',
      error: { message: error, code: 'validation_error', validation_errors: [wrong] },
    }
  }

  /** What was typed here, unless a card is given that was collected before. */
  async function collect() {
    if (isFree()) return {}
    if (!payment?.isMounted()) return { error: 'There is no payment element.' }
    return payment.tokenize()
  }

  /** @param {{ redirect?: string, email?: string, returnUrl?: string, paymentMethod?: string }} [options] */
  async function confirm({ redirect = 'always', email, returnUrl, paymentMethod } = {}) {
    totalReads.requireRead()
    if (!session.email && !email) return failure('Please provide an email address.')
    const card = paymentMethod ? { paymentMethod } : await collect()
    if (card.error) return failure(card.error)
    let result
    try {
      result = await act('confirm', { payment_method: card.paymentMethod ?? null, email })
      if (result.status === 'requires_action') result = await showChallenge(secret)
    } catch (error) {
      return failure(error)
    }
    session = result.session ?? session
    announce()
    if (result.error) return { type: 'error', error: result.error }
    if (redirect === 'if_required') return success()
    location.assign(result.returnUrl ?? returnUrl)
    return new Promise(() => {})
  }

  /** @param {() => Promise<unknown>} update */
  async function runServerUpdate(update) {
    await update()
    await act('session')
    announce()
    return success()
  }

  async function loadActions() {
    try {
      secret = await clientSecret
      await act('session')
      if (defaultValues?.email && !session.email) await updateEmail(defaultValues.email)
    } catch (error) {
      return failure(error)
    }
    const absent = Object.fromEntries(
      Object.entries(ABSENT).map(([name, what]) => [
        name,
        async () => failure(`The sandbox has no ${what}.`),
      ]),
    )
    const actions = { getSession, confirm, validateElements, updateEmail, runServerUpdate }
    return { type: 'success', actions: { ...absent, ...actions } }
  }

  return {
    on,
    loadActions,
    loadFonts() {},
    /** @param {object} changed */
    changeAppearance(changed) {
      appearance = changed
      payment?.restyle(changed)
    },
    getPaymentElement: () => payment?.element ?? null,
    createPaymentElement() {
      payment = createPaymentElement({ appearance, onChange: announce })
      return payment.element
    },
  }
}
