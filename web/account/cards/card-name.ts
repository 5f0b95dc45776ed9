import { brandName } from '#contract/selling/card-brand.ts'
import type { SavedCard } from '#contract/selling/cards.ts'

type Named = Pick<SavedCard, 'brand' | 'last4'>

/** The name in sentences and for screen readers: 'Visa ending in 4242'. */
export function cardName(card: Named): string {
  return `${brandName(card.brand)} ending in ${card.last4}`
}

/** The expiry date as printed on the card: '12/2029'. */
export function expiryOf({ exp_month, exp_year }: SavedCard): string {
  return `${String(exp_month).padStart(2, '0')}/${exp_year}`
}
