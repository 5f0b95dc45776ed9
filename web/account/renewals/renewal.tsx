import { useRef, useState } from 'react'
import type { CardRenewal } from '#contract/access/card-renewal.ts'
import { renewals } from '#contract/selling/renewals.ts'
import { useAction } from '../../api/action.ts'
import { api } from '../../api/client.ts'
import { isRefused, messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { ChangeCard } from './change-card.tsx'
import { sayPayment, useConfirmPayment } from './confirm-payment.ts'
import { outcomeOf } from './outcome.ts'
import { RenewalState } from './renewal-state.tsx'
import { StopRenewal } from './stop-renewal.tsx'

/** The card renewal of a subscription, and what the customer can do about it. */
export function Renewal({ renewal }: { renewal: CardRenewal }) {
  const [changing, setChanging] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { state, card, product_name: product, held_for: held } = renewal
  const unpaid = state === 'retrying' || state === 'needs_action'
  const runs = unpaid || state === 'on'
  // If no retry is scheduled, another card is the better solution.
  const wantsCard = !card || (state === 'retrying' && !renewal.next_try && !held)
  function close() {
    setChanging(false)
    opener.current?.focus()
  }
  return (
    <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-4 border-line border-t pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <RenewalState renewal={renewal} />
        <div className="relative z-10 flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
          {state === 'needs_action' && <ConfirmPayment renewal={renewal} />}
          {state === 'retrying' && card && !held && <PayNow renewal={renewal} />}
          {runs && (
            <Button
              ref={opener}
              aria-expanded={changing}
              size="small"
              look={wantsCard ? 'primary' : 'secondary'}
              aria-label={`${card ? 'Change' : 'Choose a'} card: ${product}`}
              onClick={() => setChanging(!changing)}
            >
              {card ? 'Change card' : 'Choose a card'}
            </Button>
          )}
          {(runs || state === 'held') && <StopRenewal renewal={renewal} />}
          {state === 'stopping' && <TurnOn renewal={renewal} />}
        </div>
      </div>
      {runs && changing && <ChangeCard renewal={renewal} onClose={close} />}
    </div>
  )
}

type Props = { renewal: CardRenewal }

function PayNow({ renewal }: Props) {
  const confirm = useConfirmPayment()
  const pay = useAction(
    async () => {
      try {
        const paid = await api(renewals.pay, { params: { id: renewal.id } })
        return paid.state === 'needs_action' ? confirm(renewal.id) : paid
      } catch (error) {
        // The term was bought in another tab or is paid by now. The reload then removes this button
        // and would remove its error with it, so a toast reports this instead.
        if (isRefused<typeof renewals.pay>(error, 'nothing_to_pay')) return null
        throw error
      }
    },
    {
      done: (paid) => (paid ? outcomeOf(paid) : 'There is nothing left to pay'),
      failed: 'The payment could not be made. Please try again.',
      say: sayPayment,
      reload: 'always',
    },
  )
  return (
    <>
      <Button
        size="small"
        look={renewal.next_try ? 'primary' : 'secondary'}
        loading={pay.pending}
        aria-label={`Pay now: ${renewal.product_name}`}
        onClick={() => pay.run()}
      >
        Pay now
      </Button>
      {pay.error && <ErrorBox className="order-last w-full">{pay.error}</ErrorBox>}
    </>
  )
}

function ConfirmPayment({ renewal }: Props) {
  const confirm = useConfirmPayment()
  const { run, pending, error } = useAction(() => confirm(renewal.id), {
    done: outcomeOf,
    failed: 'The payment could not be confirmed. Please try again.',
    say: sayPayment,
    reload: 'always',
  })
  return (
    <>
      <Button
        size="small"
        look="primary"
        loading={pending}
        aria-label={`Confirm payment: ${renewal.product_name}`}
        onClick={() => run()}
      >
        Confirm payment
      </Button>
      {error && <ErrorBox className="order-last w-full">{error}</ErrorBox>}
    </>
  )
}

function TurnOn({ renewal }: Props) {
  const { run, pending } = useAction(renewals.resume, {
    done: 'The renewal is back on',
    failed: 'The renewal could not be turned on. Please try again.',
    say: messageOf,
    failureIn: 'toast',
    reload: 'always',
  })
  return (
    <Button
      size="small"
      loading={pending}
      aria-label={`Turn on again: ${renewal.product_name}`}
      onClick={() => run({ params: { id: renewal.id } })}
    >
      Turn on again
    </Button>
  )
}
