import { brandName } from '#contract/card-brand.ts'
import type { SavedCard } from '#contract/cards.ts'

/** As it stands on the card, and as it is heard: 'Visa ending in 4242'. */
export function CardNumber({ brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>) {
  return (
    <>
      {brandName(brand)} <span className="sr-only">ending in </span>
      <span aria-hidden="true">•••• </span>
      <span className="tabular-nums">{last4}</span>
    </>
  )
}
