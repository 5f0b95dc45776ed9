import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { type FormEvent, useRef, useState } from 'react'
import { cards, type SavedCard } from '#contract/selling/cards.ts'
import { useAction } from '../../api/action.ts'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The provider or the bank refused the card, with a sentence that says why. */
class CardRefused extends Error {}

type AddCardFormProps = {
  setupId: string
  first: boolean
  /** Called with the card if one was added. */
  onClose: (added?: SavedCard) => void
}

export function AddCardForm({ setupId, first, onClose }: AddCardFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [shown, setShown] = useState(false)
  const [chosen, setChosen] = useState(false)
  const [failedToLoad, setFailedToLoad] = useState<string | null>(null)
  // If the provider has already confirmed the card, a retry only repeats the call to the shop.
  const confirmed = useRef(false)
  const add = useAction(save, {
    done: 'Card added',
    failed: 'The card could not be added. Please try again.',
    say: (error, failed) =>
      error instanceof CardRefused ? error.message : messageOf(error, failed),
    failureIn: 'here',
    onDone: onClose,
  })
  const problem = failedToLoad ?? add.error

  async function save() {
    if (!confirmed.current) {
      if (!stripe || !elements) throw new Error('The card form has not loaded yet.')
      const { error } = await stripe.confirmSetup({
        elements,
        redirect: 'if_required',
        confirmParams: { return_url: window.location.href },
      })
      if (error) throw new CardRefused(error.message)
      confirmed.current = true
    }
    return api(cards.add, { body: { setup_id: setupId, make_default: first || chosen } })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    add.run()
  }

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      {/* The background of the provider's frame must be a plain colour, so this is not a
          gradient. */}
      <div className="relative min-h-44 bg-panel">
        {!shown && <Skeleton className="absolute inset-0" />}
        <PaymentElement
          options={{ layout: 'tabs' }}
          onReady={() => setShown(true)}
          onLoadError={({ error }) => setFailedToLoad(error.message ?? 'The form failed to load.')}
        />
      </div>
      {!first && (
        <Checkbox
          label="Make this my default card"
          checked={chosen}
          onChange={(event) => setChosen(event.target.checked)}
        />
      )}
      <p className="text-soft text-sm">
        By saving this card, you agree that we may charge it for renewals that you turn on.
      </p>
      {problem && <ErrorBox>{problem}</ErrorBox>}
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button onClick={() => onClose()}>Cancel</Button>
        <Button type="submit" look="primary" loading={add.pending} disabled={!shown}>
          Save card
        </Button>
      </div>
    </form>
  )
}
