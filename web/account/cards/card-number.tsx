import { brandName } from '#contract/selling/card-brand.ts'
import type { SavedCard } from '#contract/selling/cards.ts'

/** The number as printed on the card. Screen readers read 'Visa ending in 4242'. */
export function CardNumber({ brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>) {
  return (
    <>
      {brandName(brand)} <span className="sr-only">ending in </span>
      <span aria-hidden="true">•••• </span>
      <span className="tabular-nums">{last4}</span>
    </>
  )
}
