import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import clsx from 'clsx'
import { Lock } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { SavedCard } from '#contract/selling/cards.ts'
import { useAction } from '../../api/action.ts'
import { messageOf } from '../../api/error.ts'
import { formatPrice } from '../../format.ts'
import { ByOrdering } from '../../storefront/legal/by-ordering.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorBox, Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useHeldClick } from '../held-click.ts'
import { successPath } from '../order-items.ts'
import { OrderedBefore } from '../ordered-before.tsx'
import { CardChoice } from './card-choice.tsx'
import type { CardPaymentProps } from './card-payment.tsx'
import { CardGone, JustPaid, lookAgain, NotKnown, NotPaid, payByCard } from './pay-by-card.ts'

type CardFormProps = CardPaymentProps & {
  /** Null if the saved cards could not be loaded. */
  saved: SavedCard[] | null
  onCardsChanged: () => void
}

export function CardForm(props: CardFormProps) {
  const { user, items, price, charges, saved, onRetry, onCardsChanged } = props
  const stripe = useStripe()
  const elements = useElements()
  const navigate = useNavigate()
  // Undefined means the initial choice, and null means a new card.
  const [wanted, setWanted] = useState<string | null>()
  const card = chosenOf(saved ?? [], wanted)
  const pay = useAction(
    async (press: 'pay' | 'pay again' | 'look again') => {
      if (!stripe || !elements) throw new NotPaid('The card form has not loaded yet.')
      try {
        if (press === 'look again') return await lookForPayment()
        const again = press === 'pay again'
        const { total, renewals } = price
        const purchase = { items, total, renewals, email: user.email, card, again }
        return await payByCard(stripe, elements, purchase)
      } catch (error) {
        if (error instanceof CardGone) onCardsChanged()
        else onRetry()
        throw error
      }
    },
    {
      failed: 'The order could not be placed. Please try again.',
      say: (error, failed) =>
        error instanceof NotPaid || error instanceof NotKnown || error instanceof JustPaid
          ? error.message
          : messageOf(error, failed),
      reload: 'never',
      // Stays busy after the payment until the next page is shown.
      onDone: (session) => navigate(successPath(session)),
    },
  )
  const press = useHeldClick(price, () => pay.run('pay'))
  const [shown, setShown] = useState(false)
  const [attempt, setAttempt] = useState(0)
  function submit(event: FormEvent) {
    event.preventDefault()
    press.press()
  }

  return (
    <form noValidate onSubmit={submit}>
      {saved === null && (
        <Notice className="mb-5">
          Your saved cards could not be loaded. You can still pay by entering a card.
        </Notice>
      )}
      {saved !== null && saved.length > 0 && (
        <CardChoice
          saved={saved}
          chosen={card?.id ?? null}
          onChoose={(id) => {
            setWanted(id)
            pay.clear()
          }}
        />
      )}
      <TypedCard
        key={attempt}
        hidden={card !== null}
        shown={shown}
        onShown={() => setShown(true)}
        onRetry={() => setAttempt(attempt + 1)}
      />
      {press.refusal && <ErrorBox className="mt-5">{press.refusal}</ErrorBox>}
      {!press.refusal && pay.error && (
        <ErrorBox
          className="mt-5"
          action={
            pay.cause instanceof NotKnown ? (
              <Button size="small" onClick={() => pay.run('look again')}>
                Check again
              </Button>
            ) : pay.cause instanceof JustPaid ? (
              <OrderedBefore session={pay.cause.session} onAgain={() => pay.run('pay again')} />
            ) : undefined
          }
        >
          {pay.error}
        </ErrorBox>
      )}
      <div className="mt-5">{charges}</div>
      <Button
        type="submit"
        look="primary"
        size="large"
        wide
        loading={pay.pending || press.holding}
        disabled={(card === null && !shown) || pay.cause instanceof NotKnown}
        {...press.pointer}
        className="mt-5 h-auto! min-h-13 whitespace-normal! py-2"
      >
        <Lock size={18} aria-hidden="true" className="max-sm:hidden" />
        <span>
          Complete Purchase <span className="whitespace-nowrap">· {formatPrice(price.total)}</span>
        </span>
      </Button>
      <ByOrdering className="mt-4" />
    </form>
  )
}

async function lookForPayment(): Promise<string> {
  const session = await lookAgain()
  if (session === null)
    throw new NotPaid(
      'We have not received a payment for this order. Select Complete Purchase to try again. You will be charged only once.',
    )
  return session
}

/** The saved card that pays: initially the default, or the newest card that has not expired. */
function chosenOf(saved: readonly SavedCard[], wanted: string | null | undefined) {
  if (wanted === null) return null
  const good = saved.filter(({ expired }) => !expired)
  const named = good.find(({ id }) => id === wanted)
  return named ?? good.find((each) => each.default) ?? good[0] ?? null
}

type TypedCardProps = {
  hidden: boolean
  shown: boolean
  onShown: () => void
  /** Mounts the form again after it failed to load. */
  onRetry: () => void
}

/**
 * The provider's card form. It is mounted when first needed, and stays mounted to keep what was
 * typed.
 */
function TypedCard({ hidden, shown, onShown, onRetry }: TypedCardProps) {
  const [wanted, setWanted] = useState(!hidden)
  const [failed, setFailed] = useState<string | null>(null)
  if (!hidden && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <div hidden={hidden} className="not-first:mt-5">
      {/* The background of the provider's frame must be a plain colour, so this is not a
          gradient. */}
      <div className={clsx('relative bg-panel', !failed && 'min-h-44')}>
        {!shown && !failed && <Skeleton className="absolute inset-0" />}
        <PaymentElement
          options={{ layout: 'tabs' }}
          onReady={onShown}
          onLoadError={({ error }) => setFailed(error.message ?? 'The card form failed to load.')}
        />
      </div>
      {failed && (
        <ErrorBox onRetry={onRetry}>
          {failed} An ad blocker or strict privacy settings may be blocking it. Allow this page
          there, then try again.
        </ErrorBox>
      )}
    </div>
  )
}
