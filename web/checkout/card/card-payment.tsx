import { CheckoutElementsProvider } from '@stripe/react-stripe-js/checkout'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Me } from '#contract/sessions.ts'
import { messageOf } from '../../api/error.ts'
import { cardAppearance } from '../../card-form/appearance.ts'
import { getStripe } from '../../card-form/stripe.ts'
import type { PublicConfig } from '../../config.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorBox, Notice } from '../../ui/notice.tsx'
import { type OrderItems, successPath } from '../order-items.ts'
import { CardForm, CardFormSkeleton } from './card-form.tsx'
import { useCardSession } from './card-session.ts'

type CardPaymentProps = {
  user: Me
  items: OrderItems
  /** As the summary shows it. */
  total: number
  /** What the card is charged, now and later. */
  charges: ReactNode
  /** False while a newer price is on its way. */
  settled: boolean
  stripe: NonNullable<PublicConfig['stripe']>
  /** Prices the order again, after the server has refused it. */
  onRetry: () => void
}

/** Places the order as a card payment and shows the provider's form for it. */
export function CardPayment(props: CardPaymentProps) {
  const { user, items, total, charges, settled, stripe, onRetry } = props
  const { session, error, renew } = useCardSession(items)
  const navigate = useNavigate()
  const secret = session?.clientSecret
  const sessionId = session?.session_id

  // Without a secret there was nothing to pay after all: the order is fulfilled.
  useEffect(() => {
    if (sessionId && secret === null) navigate(successPath(sessionId))
  }, [sessionId, secret, navigate])

  const form = useMemo(
    () =>
      secret && {
        stripe: getStripe(stripe),
        options: { clientSecret: secret, elementsOptions: { appearance: cardAppearance() } },
      },
    [secret, stripe],
  )
  // The provider's form belongs to one price: another one begins with an empty form.
  const [typedInto, setTypedInto] = useState<string | null>(null)
  const lost = typedInto !== null && Boolean(secret) && typedInto !== secret
  function again() {
    onRetry()
    renew()
  }
  return (
    <Card aria-label="Credit Card">
      {error !== undefined ? (
        <ErrorBox onRetry={again}>
          {messageOf(error, 'The order could not be placed. Please try again.')}
        </ErrorBox>
      ) : form && sessionId ? (
        <CheckoutElementsProvider key={secret} {...form}>
          {lost && (
            <Notice className="mb-5">
              The payment has begun anew, as its price, what renews or its time has changed. Please
              enter your card again; nothing has been charged.
            </Notice>
          )}
          <CardForm
            onTyped={() => setTypedInto(secret ?? null)}
            email={user.email}
            total={total}
            charges={charges}
            settled={settled}
            sessionId={sessionId}
            onRenew={again}
          />
        </CheckoutElementsProvider>
      ) : (
        <CardFormSkeleton />
      )}
    </Card>
  )
}
