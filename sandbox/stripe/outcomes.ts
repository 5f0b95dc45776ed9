export type Decline = {
  code: string
  declineCode: string | null
  /** The bank's advice about retries. */
  adviceCode?: 'confirm_card_data' | 'do_not_try_again' | 'try_again_later'
  message: string
}

/** The result of charging a card. */
export type Outcome =
  | { kind: 'succeed'; disputed?: boolean; refundsAre?: 'pending' | 'succeeded' }
  | { kind: 'decline'; decline: Decline }
  | { kind: 'authenticate'; next: Outcome }
  | { kind: 'process'; succeeds: boolean }

export const succeeds: Outcome = { kind: 'succeed' }

export function decline(
  declineCode: string,
  message: string,
  adviceCode?: Decline['adviceCode'],
): Outcome {
  const advice = adviceCode && { adviceCode }
  return { kind: 'decline', decline: { code: 'card_declined', declineCode, message, ...advice } }
}

export const insufficientFunds = decline(
  'insufficient_funds',
  'Your card has insufficient funds.',
  'try_again_later',
)
export const declined = 'Your card was declined.'

/** The bank requires authentication, but the customer is not present. */
export const authenticationRequired: Outcome = {
  kind: 'decline',
  decline: {
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
}

function withCode(code: string, message: string, adviceCode: Decline['adviceCode']): Outcome {
  const advice = adviceCode && { adviceCode }
  return { kind: 'decline', decline: { code, declineCode: code, message, ...advice } }
}

/** The outcomes that can be set for off-session charges of a saved card, by name. */
export const savedBehaviours: Record<string, Outcome> = {
  succeeds,
  insufficient_funds: insufficientFunds,
  generic_decline: decline('generic_decline', declined, 'try_again_later'),
  do_not_honor: decline('do_not_honor', declined, 'try_again_later'),
  card_velocity_exceeded: decline(
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    'try_again_later',
  ),
  processing_error: withCode(
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
    'try_again_later',
  ),
  lost_card: decline('lost_card', declined, 'do_not_try_again'),
  stolen_card: decline('stolen_card', declined, 'do_not_try_again'),
  revocation_of_authorization: decline('revocation_of_authorization', declined, 'do_not_try_again'),
  expired_card: withCode('expired_card', 'Your card has expired.', 'confirm_card_data'),
  incorrect_number: withCode(
    'incorrect_number',
    'Your card number is incorrect.',
    'confirm_card_data',
  ),
  no_advice: decline('generic_decline', declined),
  authentication_required: authenticationRequired,
  processing_then_succeeds: { kind: 'process', succeeds: true },
  processing_then_fails: { kind: 'process', succeeds: false },
}

export const authenticationFailed: Decline = {
  code: 'payment_intent_authentication_failure',
  declineCode: null,
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}
