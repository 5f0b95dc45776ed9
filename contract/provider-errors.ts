/** What a call says that needs a payment provider, when it cannot have it. */
export const providerErrors = {
  502: ['The payment provider cannot be reached right now. Please try again.'],
  503: ['This payment method is not available'],
} as const
