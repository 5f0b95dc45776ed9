import { refusals } from './refusals.ts'

/** For calls that need a payment provider that is unavailable. */
export const providerRefusals = refusals({
  provider_unreachable: [
    502,
    'The payment provider cannot be reached right now. Please try again.',
  ],
  payment_account_broken: [
    503,
    'This payment method does not work right now, because the shop’s account at the payment provider needs attention. Nothing has been charged. Try again later or choose another payment method.',
  ],
  method_unavailable: [503, 'This payment method is not available'],
})

export const currencyRefusals = refusals({
  unknown_currency: [422, 'This currency is not available'],
})

export const cardRefusals = refusals({
  below_card_minimum: [422, 'The smallest amount that can be paid by card is {minimum}'],
  order_replaced: [
    409,
    'This order was closed before it was ready to be paid, for example because you started another order at the same moment. Nothing was charged for it. Check your orders, then try again.',
  ],
  payment_in_progress: [
    409,
    'A payment for an earlier order of yours is still in progress, so this order was not placed and nothing was charged for it. Wait a minute and check your orders, then try again.',
  ],
  paid_meanwhile: [
    409,
    'You have paid for other items at the same moment. Nothing was charged for these: press again if you want them too.',
  ],
})
