import { useState } from 'react'
import type { SavedCard } from '#contract/selling/cards.ts'
import { expiryOf } from '../../account/cards/card-name.ts'
import { CardNumber } from '../../account/cards/card-number.tsx'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'

/** How many cards are shown at first. A customer with more can expand the list. */
const few = 4

const another = 'another'

type CardChoiceProps = {
  saved: readonly SavedCard[]
  /** Null is a new card. */
  chosen: string | null
  onChoose: (id: string | null) => void
}

/** Chooses the card that pays: a saved card, with the default first, or a new one. */
export function CardChoice({ saved, chosen, onChoose }: CardChoiceProps) {
  const [all, setAll] = useState(false)
  const sorted = saved.toSorted((a, b) => rank(a) - rank(b))
  const seen = all ? sorted : sorted.filter(({ id }, n) => n < few || id === chosen)
  const options = seen.map((card) => ({
    value: card.id,
    label: <CardNumber {...card} />,
    detail: `${card.expired ? 'Expired' : 'Expires'} ${expiryOf(card)}`,
    disabled: card.expired,
  }))
  return (
    <div>
      <RadioGroup
        look="rows"
        legend="Pay with"
        options={[...options, { value: another, label: 'Another card' }]}
        value={chosen ?? another}
        onChange={(id) => onChoose(id === another ? null : id)}
      />
      {seen.length < sorted.length && (
        <Button size="small" look="quiet" className="mt-2" onClick={() => setAll(true)}>
          Show all {sorted.length} cards
        </Button>
      )}
    </div>
  )
}

/** The default card comes first, expired cards last. */
const rank = ({ expired, default: isDefault }: SavedCard) => (expired ? 2 : isDefault ? 0 : 1)
