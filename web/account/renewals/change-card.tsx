import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CardRenewal } from '#contract/access/card-renewal.ts'
import { cards, type SavedCard } from '#contract/selling/cards.ts'
import { renewals } from '#contract/selling/renewals.ts'
import { useAction } from '../../api/action.ts'
import { useAsk } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/error.ts'
import { useConfig } from '../../config.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AddCard } from '../cards/add-card.tsx'
import { cardName } from '../cards/card-name.ts'
import { sayPayment, useConfirmPayment } from './confirm-payment.ts'
import { outcomeOfChange } from './outcome.ts'

type ChangeCardProps = { renewal: CardRenewal; onClose: () => void }

/** Chooses the card of a renewal among the saved cards, or adds one. */
export function ChangeCard({ renewal, onClose }: ChangeCardProps) {
  const { stripe } = useConfig()
  const [adding, setAdding] = useState(false)
  const [added, setAdded] = useState<SavedCard | null>(null)
  const change = useChange(renewal, onClose)
  // Reload the list after a card was added.
  const { answer, current, error } = useAsk(() => api(cards.list), { added: added?.id })
  if (error !== undefined)
    return (
      <ErrorBox
        action={
          <Button size="small" onClick={onClose}>
            Close
          </Button>
        }
      >
        {messageOf(error, 'Failed to load cards')}
      </ErrorBox>
    )
  if (!answer || !current) return <Skeleton className="h-24" />
  const saved = answer.filter(({ expired }) => !expired)
  if (stripe && (adding || saved.length === 0))
    return (
      <AddCard
        stripe={stripe}
        first={saved.length === 0}
        onClose={(card) => {
          setAdding(false)
          if (card) {
            setAdded(card)
            change.run(card.id)
          } else if (saved.length === 0) onClose()
        }}
      />
    )
  return (
    <Choice
      saved={saved}
      first={added?.id ?? renewal.card?.id}
      renewal={renewal}
      change={change}
      onAdd={() => setAdding(true)}
      onClose={onClose}
    />
  )
}

/** If the last payment failed, the new card is charged at once. */
function useChange(renewal: CardRenewal, onClose: () => void) {
  const { id } = renewal
  const confirm = useConfirmPayment()
  return useAction(
    async (card: string) => {
      const input = { params: { id }, body: { card_id: card } }
      const changed = await api(renewals.changeCard, input)
      return changed.state === 'needs_action' ? confirm(id) : changed
    },
    {
      done: (changed) => outcomeOfChange(renewal, changed),
      failed: 'The card could not be changed. Please try again.',
      say: sayPayment,
      reload: 'always',
      onDone: onClose,
    },
  )
}

type ChoiceProps = ChangeCardProps & {
  saved: SavedCard[]
  /** The card that is selected initially: the one just added, else the current one. */
  first: string | undefined
  change: ReturnType<typeof useChange>
  onAdd: () => void
}

function Choice({ saved, first, renewal, change, onAdd, onClose }: ChoiceProps) {
  const known =
    saved.find(({ id }) => id === first) ??
    // A card that was saved several times is listed once, with all the renewals that it pays.
    saved.find(({ renewals }) => renewals.includes(renewal.product_name)) ??
    saved[0]!
  const [chosen, setChosen] = useState(known.id)
  const choice = useRef<HTMLDivElement>(null)
  useEffect(() => choice.current?.querySelector<HTMLElement>('input:checked')?.focus(), [])
  return (
    <div ref={choice} className="relative z-10 grid grid-cols-[minmax(0,1fr)] gap-4">
      <RadioGroup
        look="cards"
        legend={`Card for ${renewal.product_name}`}
        options={saved.map((card) => ({ value: card.id, label: cardName(card) }))}
        value={chosen}
        onChange={setChosen}
      />
      {change.error && <ErrorBox>{change.error}</ErrorBox>}
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <Button
          size="small"
          look="primary"
          loading={change.pending}
          onClick={() => change.run(chosen)}
        >
          Use this card
        </Button>
        <Button size="small" onClick={onAdd}>
          <Plus size={16} aria-hidden="true" />
          Add another card
        </Button>
        <Button size="small" look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
