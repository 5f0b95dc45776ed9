import { initCheckoutElementsSdk } from './checkout.js'
import { confirmsIntent, createElements, createPaymentMethod, readsIntent } from './intents.js'

/** @param {string} name */
function absent(name) {
  return () => {
    throw new Error(`stripe.${name} is not part of the sandbox.`)
  }
}

/** @param {string} publishableKey */
function createStripe(publishableKey) {
  if (!/^pk_test_/.test(publishableKey))
    throw new Error('The sandbox takes test keys only: a publishable key begins with pk_test_.')
  return {
    _registerWrapper() {},
    registerAppInfo() {},
    initCheckoutElementsSdk,
    elements: createElements,
    confirmSetup: confirmsIntent('setupIntent'),
    confirmPayment: confirmsIntent('paymentIntent'),
    retrieveSetupIntent: readsIntent('setupIntent'),
    retrievePaymentIntent: readsIntent('paymentIntent'),
    createToken: absent('createToken'),
    createPaymentMethod,
    confirmCardPayment: absent('confirmCardPayment'),
  }
}

// @stripe/stripe-js compares the version with the release that it was made for.
Object.assign(window, { Stripe: Object.assign(createStripe, { version: 'endive' }) })
