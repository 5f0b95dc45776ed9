import { refusals } from './refusals.ts'

/** Of a call that needs a payment provider, when it cannot have it. */
export const providerRefusals = refusals({
  provider_unreachable: [
    502,
    'The payment provider cannot be reached right now. Please try again.',
  ],
  method_unavailable: [503, 'This payment method is not available'],
})

export const currencyRefusals = refusals({
  unknown_currency: [422, 'This currency is not available'],
})
