import { Elements } from '@stripe/react-stripe-js'
import { useEffect, useMemo, useRef } from 'react'
import { cards, type SavedCard } from '#contract/selling/cards.ts'
import { useAsk } from '../../api/ask.ts'
import { messageOf } from '../../api/error.ts'
import { cardAppearance } from '../../card-form/appearance.ts'
import { getStripe } from '../../card-form/stripe.ts'
import type { PublicConfig } from '../../config.ts'
import { BlockedScript } from '../../ui/blocked-script.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AddCardForm } from './add-card-form.tsx'

type AddCardProps = {
  stripe: NonNullable<PublicConfig['stripe']>
  /** The customer has no card yet, so this one becomes the default. */
  first: boolean
  /** Called with the card if one was added. */
  onClose: (added?: SavedCard) => void
}

/**
 * The provider's form for a new card. It is not a dialog, because a bank's challenge opens over the
 * page and a modal dialog would cover it.
 */
export function AddCard({ stripe, first, onClose }: AddCardProps) {
  const { answer: begun, error, again } = useAsk(cards.begin, undefined)
  const script = useAsk(() => getStripe(stripe), {})
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const form = useMemo(
    () =>
      begun &&
      script.answer && {
        stripe: script.answer,
        options: { clientSecret: begun.client_secret, appearance: cardAppearance() },
      },
    [begun, script.answer],
  )
  const failed = error !== undefined || script.error !== undefined
  return (
    <Card aria-label="Add a card" className="w-full">
      <h2 ref={heading} tabIndex={-1} className="title mb-5 text-xl outline-none">
        Add a card
      </h2>
      {failed && (
        <div className="grid gap-4">
          {error === undefined ? (
            <BlockedScript what="The card form" address={stripe.scriptUrl} onRetry={script.again} />
          ) : (
            <ErrorBox onRetry={again}>
              {messageOf(error, 'The card form could not be loaded.')}
            </ErrorBox>
          )}
          <div>
            <Button onClick={() => onClose()}>Cancel</Button>
          </div>
        </div>
      )}
      {!failed && !(form && begun) && (
        <div role="status" aria-label="Loading the card form">
          <Skeleton className="h-60" />
        </div>
      )}
      {!failed && form && begun && (
        <Elements {...form}>
          <AddCardForm setupId={begun.setup_id} first={first} onClose={onClose} />
        </Elements>
      )}
    </Card>
  )
}
