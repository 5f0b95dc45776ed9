import type { SavedCard } from '#contract/cards.ts'

const brands: Record<string, string> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

type Named = Pick<SavedCard, 'brand' | 'last4'>

/** What is printed on the card. A brand that is not known here is a card all the same. */
export function brandName({ brand }: Pick<SavedCard, 'brand'>): string {
  return brands[brand] ?? 'Card'
}

/** As it is said and heard: 'Visa ending in 4242'. */
export function cardName(card: Named): string {
  return `${brandName(card)} ending in ${card.last4}`
}

/** As it stands on the card: '12/2029'. */
export function expiryOf({ exp_month, exp_year }: SavedCard): string {
  return `${String(exp_month).padStart(2, '0')}/${exp_year}`
}
