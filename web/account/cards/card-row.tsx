import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { cards, type SavedCard } from '#contract/selling/cards.ts'
import { useAction } from '../../api/action.ts'
import { messageOf } from '../../api/error.ts'
import { formatList } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { cardName, expiryOf } from './card-name.ts'
import { CardNumber } from './card-number.tsx'

type CardRowProps = { card: SavedCard; only: boolean }

export function CardRow({ card, only }: CardRowProps) {
  const choose = useAction(cards.makeDefault, {
    done: `${cardName(card)} is now your default card`,
    failed: 'The default card could not be changed. Please try again.',
    say: messageOf,
    failureIn: 'toast',
  })
  return (
    <li className="surface flex flex-wrap items-center gap-x-6 gap-y-4 p-5">
      <div className="flex min-w-0 grow items-center gap-4">
        <CreditCard size={24} aria-hidden="true" className="shrink-0 text-soft" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-[600]">
            <span>
              <CardNumber {...card} />
            </span>
            {card.default && <Badge>Default</Badge>}
            {card.expired && <Badge tone="danger">Expired</Badge>}
          </p>
          <p className="text-soft text-sm tabular-nums">
            {card.expired ? 'Expired' : 'Expires'} {expiryOf(card)}
          </p>
          {card.renewals.length > 0 && (
            <p className="text-soft text-sm">Pays for the renewal of {formatList(card.renewals)}</p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
        {!card.default && !card.expired && (
          <Button
            size="small"
            aria-label={`Make default: ${cardName(card)}`}
            loading={choose.pending}
            onClick={() => choose.run({ body: { card_id: card.id } })}
          >
            Make default
          </Button>
        )}
        <RemoveCard card={card} only={only} />
      </div>
    </li>
  )
}

/** Removes a card after a confirmation. */
function RemoveCard({ card, only }: CardRowProps) {
  const [open, setOpen] = useState(false)
  const remove = useAction(cards.remove, {
    done: 'Card removed',
    failed: 'The card could not be removed. Please try again.',
    say: messageOf,
    failureIn: 'here',
    onDone: () => setOpen(false),
  })
  function close() {
    remove.clear()
    setOpen(false)
  }
  return (
    <>
      <Button size="small" aria-label={`Remove: ${cardName(card)}`} onClick={() => setOpen(true)}>
        Remove
      </Button>
      <Confirm
        open={open}
        onClose={close}
        title="Remove card"
        confirm="Remove card"
        cancel="Keep it"
        danger
        pending={remove.pending}
        problem={remove.error}
        onConfirm={() => remove.run({ params: { id: card.id } })}
      >
        <p>
          <strong className="text-ink">{cardName(card)}</strong> can no longer be charged.
          {card.default && !only && ' Your most recently added other card becomes the default.'}
          {card.renewals.length > 0 &&
            !only &&
            ` The renewal of ${formatList(card.renewals)} continues with your default card.`}
        </p>
      </Confirm>
    </>
  )
}
