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

/** A renewal that needs the customer's action, with the buttons for it. */
export function UrgentRenewal({ renewal }: Props) {
  const { state, card, held_for: held } = renewal
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t pt-3">
      <RenewalState renewal={renewal} />
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
        {state === 'needs_action' && <ConfirmPayment renewal={renewal} />}
        {state === 'retrying' && card && !held && <PayNow renewal={renewal} />}
        <CardOfRenewal renewal={renewal} />
      </div>
    </div>
  )
}

/** The actions for a renewal: change the card, stop it, or turn it on again. */
export function RenewalSettings({ renewal, isUrgent }: Props & { isUrgent: boolean }) {
  const { state } = renewal
  return (
    <>
      {!isUrgent && <CardOfRenewal renewal={renewal} />}
      {(runs(renewal) || state === 'held') && <StopRenewal renewal={renewal} />}
      {state === 'stopping' && <TurnOn renewal={renewal} />}
    </>
  )
}

const runs = ({ state }: CardRenewal) =>
  state === 'on' || state === 'retrying' || state === 'needs_action'

/** Changes the card in a form that opens below the button. */
function CardOfRenewal({ renewal }: Props) {
  const [changing, setChanging] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { state, card, product_name: product, held_for: held } = renewal
  if (!runs(renewal)) return null
  // If no retry is scheduled, another card is the better solution.
  const wantsCard =
    state === 'retrying' ? !card || !(renewal.next_try || held) : !card && state === 'on'
  function close() {
    setChanging(false)
    opener.current?.focus()
  }
  return (
    <>
      <Button
        ref={opener}
        aria-expanded={changing}
        look={wantsCard ? 'primary' : 'secondary'}
        aria-label={`${card ? 'Change' : 'Choose a'} card: ${product}`}
        onClick={() => setChanging(!changing)}
      >
        {card ? 'Change card' : 'Choose a card'}
      </Button>
      {changing && (
        <div className="order-last w-full">
          <ChangeCard renewal={renewal} onClose={close} />
        </div>
      )}
    </>
  )
}

type Props = { renewal: CardRenewal }

/**
 * Null if the term was bought in another tab or is paid by now. The reload then removes the button
 * and would remove its error with it, so a toast reports this instead.
 */
async function unlessPaid(pay: () => Promise<CardRenewal>): Promise<CardRenewal | null> {
  try {
    return await pay()
  } catch (error) {
    if (isRefused<typeof renewals.pay>(error, 'nothing_to_pay')) return null
    throw error
  }
}

const toastOf = (paid: CardRenewal | null) =>
  paid ? outcomeOf(paid) : 'There is nothing left to pay'

function PayNow({ renewal }: Props) {
  const confirm = useConfirmPayment()
  const pay = useAction(
    () =>
      unlessPaid(async () => {
        const paid = await api(renewals.pay, { params: { id: renewal.id } })
        return paid.state === 'needs_action' ? confirm(renewal.id) : paid
      }),
    {
      done: toastOf,
      failed: 'The payment could not be made. Please try again.',
      say: sayPayment,
      reload: 'always',
    },
  )
  return (
    <>
      <Button
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
  const { run, pending, error } = useAction(() => unlessPaid(() => confirm(renewal.id)), {
    done: toastOf,
    failed: 'The payment could not be confirmed. Please try again.',
    say: sayPayment,
    reload: 'always',
  })
  return (
    <>
      <Button
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
      loading={pending}
      aria-label={`Turn on again: ${renewal.product_name}`}
      onClick={() => run({ params: { id: renewal.id } })}
    >
      Turn on again
    </Button>
  )
}
