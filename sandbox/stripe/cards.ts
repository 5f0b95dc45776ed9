import {
  authenticationRequired,
  decline,
  declined,
  insufficientFunds,
  type Outcome,
  succeeds,
} from './outcomes.ts'

function refuse(code: string, message: string): Outcome {
  return { kind: 'decline', decline: { code, declineCode: null, message } }
}

type TestCard = {
  number: string
  does: string
  /** The outcome when the cardholder pays with it. */
  outcome: Outcome
  /** The outcome when it is saved, if different. */
  setup?: Outcome
  /** The outcome of off-session charges once it is saved, if different. */
  saved?: Outcome
}

/** Stripe's test cards, and some cards that only the sandbox has. */
export const testCards: TestCard[] = [
  { number: '4242424242424242', does: 'Visa, succeeds', outcome: succeeds },
  { number: '5555555555554444', does: 'Mastercard, succeeds', outcome: succeeds },
  { number: '378282246310005', does: 'American Express, succeeds', outcome: succeeds },
  { number: '6011111111111117', does: 'Discover, succeeds', outcome: succeeds },
  { number: '4000002760000016', does: 'Visa of Germany, succeeds', outcome: succeeds },
  { number: '4000008260000000', does: 'Visa of the United Kingdom, succeeds', outcome: succeeds },
  {
    number: '4000000000000002',
    does: 'Declined',
    outcome: decline('generic_decline', declined, 'try_again_later'),
  },
  {
    number: '4000000000000341',
    does: 'Can be saved, and is declined whenever it is charged',
    outcome: decline('generic_decline', declined, 'try_again_later'),
    setup: succeeds,
  },
  {
    number: '4000000000003410',
    does: 'Succeeds; once saved, has insufficient funds (sandbox only)',
    outcome: succeeds,
    saved: insufficientFunds,
  },
  {
    number: '4000000000003428',
    does: 'Succeeds; once saved, is a lost card (sandbox only)',
    outcome: succeeds,
    saved: decline('lost_card', declined, 'do_not_try_again'),
  },
  { number: '4000000000009995', does: 'Insufficient funds', outcome: insufficientFunds },
  {
    number: '4000000000009987',
    does: 'Lost card, declined',
    outcome: decline('lost_card', declined, 'do_not_try_again'),
  },
  {
    number: '4000000000000069',
    does: 'Expired card',
    outcome: refuse('expired_card', 'Your card has expired.'),
  },
  {
    number: '4000000000000127',
    does: 'Wrong security code',
    outcome: refuse('incorrect_cvc', "Your card's security code is incorrect."),
  },
  {
    number: '4000000000000119',
    does: 'Processing error',
    outcome: refuse(
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ),
  },
  {
    number: '4000002500003155',
    does: '3-D Secure, then succeeds; once saved, without',
    outcome: { kind: 'authenticate', next: succeeds },
  },
  {
    number: '4000002760003184',
    does: '3-D Secure every time, then succeeds',
    outcome: { kind: 'authenticate', next: succeeds },
    saved: authenticationRequired,
  },
  {
    number: '4000008260003178',
    does: '3-D Secure, then insufficient funds',
    outcome: { kind: 'authenticate', next: insufficientFunds },
    setup: { kind: 'authenticate', next: succeeds },
  },
  {
    number: '4000000000000259',
    does: 'Succeeds, then is disputed as fraudulent',
    outcome: { kind: 'succeed', disputed: true },
  },
  {
    number: '4000000000007726',
    does: 'Succeeds; its refunds are pending until they are decided',
    outcome: { kind: 'succeed', refundsAre: 'pending' },
  },
  {
    number: '4000000000006660',
    does: 'Stays processing, succeeds later (sandbox only)',
    outcome: { kind: 'process', succeeds: true },
  },
  {
    number: '4000000000008880',
    does: 'Stays processing, fails later (sandbox only)',
    outcome: { kind: 'process', succeeds: false },
  },
]

/** By the three digits for the country in the card number, as in Stripe's test cards. */
const countries: Record<string, string> = { '250': 'FR', '276': 'DE', '756': 'CH', '826': 'GB' }

/** The country of the card's bank. */
export function countryOf(number: string): string {
  return countries[number.slice(6, 9)] ?? 'US'
}

export type Outcomes = {
  /** The outcome when the cardholder pays with it. */
  outcome: Outcome
  /** The outcome when it is saved. */
  setup: Outcome
  /** The outcome of off-session charges. */
  saved: Outcome
}

/** Cards that are not test cards are declined, as in Stripe's test mode. */
export function outcomesOf(number: string): Outcomes {
  const card = testCards.find((each) => each.number === number)
  const outcome =
    card?.outcome ??
    decline(
      'test_mode_live_card',
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    )
  return {
    outcome,
    setup: card?.setup ?? (outcome.kind === 'process' ? succeeds : outcome),
    saved: card?.saved ?? (outcome.kind === 'authenticate' ? outcome.next : outcome),
  }
}

export function brandOf(number: string): string {
  if (/^3[47]/.test(number)) return 'amex'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard'
  if (/^6/.test(number)) return 'discover'
  return number.startsWith('4') ? 'visa' : 'unknown'
}

export function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return /^\d{12,19}$/.test(number) && sum % 10 === 0
}
