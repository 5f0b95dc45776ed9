import { CreditCard, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { cards, type SavedCard } from '#contract/selling/cards.ts'
import { api } from '../../api/client.ts'
import { useConfig } from '../../config.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { defineTab } from '../dashboard/tab.ts'
import { AddCard } from './add-card.tsx'
import { CardRow } from './card-row.tsx'

export const cardsTab = defineTab({
  id: 'cards',
  label: 'Cards',
  icon: CreditCard,
  offered: ({ stripe }) => stripe !== null,
  load: () => api(cards.list),
  failed: 'Failed to load cards',
  Panel: Cards,
})

function Cards({ data }: { data: SavedCard[] }) {
  const { stripe } = useConfig()
  const [adding, setAdding] = useState(false)
  const opener = useRef<HTMLDivElement>(null)

  const begun = useRef(false)
  // Move the focus back to the button when the form closes.
  useEffect(() => {
    if (adding) begun.current = true
    else if (begun.current) opener.current?.querySelector('button')?.focus()
  }, [adding])
  const empty = data.length === 0
  const adds = adding && stripe !== null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      {empty && !adds && (
        <div className="w-full">
          <EmptyState icon={<CreditCard size={26} />} title="No cards yet">
            Save a card to pay for renewals. You can remove it at any time.
          </EmptyState>
        </div>
      )}
      {!empty && !adds && (
        <p className="min-w-0 flex-1 basis-64 text-soft">
          The payment provider stores your cards. We can only see the details shown here.
        </p>
      )}
      {adds && <AddCard stripe={stripe} first={empty} onClose={() => setAdding(false)} />}
      {/* The same button with and without cards, so that it keeps the focus when the first card
          is added. */}
      {!adds && stripe && (
        <div
          ref={opener}
          className={empty ? '-mt-8 sm:-mt-16 flex w-full justify-center' : undefined}
        >
          <Button look={empty ? 'primary' : 'secondary'} onClick={() => setAdding(true)}>
            <Plus size={18} aria-hidden="true" />
            Add card
          </Button>
        </div>
      )}
      <CardList cards={data} />
    </div>
  )
}

function CardList({ cards }: { cards: SavedCard[] }) {
  if (cards.length === 0) return null
  return (
    <ul aria-label="Saved cards" className="grid w-full grid-cols-1 gap-3">
      {cards.map((card) => (
        <CardRow key={card.id} card={card} only={cards.length === 1} />
      ))}
    </ul>
  )
}
