import { refusals } from '#contract/wire/refusals.ts'

/** For calls that need a payment provider that is unavailable. */
export const providerRefusals = refusals({
  provider_unreachable: [
    502,
    'The payment provider cannot be reached right now. Please try again.',
  ],
  payment_account_broken: [
    503,
    'This payment method is unavailable right now because of a problem with the shop’s account at the payment provider. Nothing was charged. Try again later or choose another payment method.',
  ],
  method_unavailable: [503, 'This payment method is not available'],
})

export const currencyRefusals = refusals({
  unknown_currency: [422, 'This currency is not available'],
})

export const cardRefusals = refusals({
  below_card_minimum: [422, 'The minimum amount for card payments is {minimum}'],
  order_replaced: [
    409,
    'This order was closed before you could pay it, for example because you started another order at the same time. Nothing was charged. Check your orders, then try again.',
  ],
  payment_in_progress: [
    409,
    'A payment for one of your earlier orders is still being processed, so this order was not placed and nothing was charged. Wait a minute and check your orders, then try again.',
  ],
  paid_meanwhile: [
    409,
    'You paid for other items at the same time, so these were not charged. Submit again if you want to buy them too.',
  ],
})
