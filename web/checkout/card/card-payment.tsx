import { Elements } from '@stripe/react-stripe-js'
import { type ReactNode, useMemo, useState } from 'react'
import type { Me } from '#contract/platform/sessions.ts'
import { cards } from '#contract/selling/cards.ts'
import { shopCurrency } from '#contract/wire/currency.ts'
import { useAsk } from '../../api/ask.ts'
import { cardAppearance } from '../../card-form/appearance.ts'
import { getStripe } from '../../card-form/stripe.ts'
import type { PublicConfig } from '../../config.ts'
import { BlockedScript } from '../../ui/blocked-script.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { ShownPrice } from '../held-click.ts'
import type { OrderItems } from '../order-items.ts'
import { CardForm } from './card-form.tsx'

export type CardPaymentProps = {
  user: Me
  items: OrderItems
  /** The price as the summary shows it. `charges` shows the renewals. */
  price: ShownPrice
  /** The amounts that the card is charged now and later. */
  charges: ReactNode
  stripe: NonNullable<PublicConfig['stripe']>
  /** Prices the order again after the server has refused it. */
  onRetry: () => void
}

/**
 * Pays with a saved card or a new one. The provider's form is not tied to an order: the order is
 * placed on submit, so the typed card survives any price change before that.
 */
export function CardPayment(props: CardPaymentProps) {
  const { items, price } = props
  const { total } = price
  const script = useAsk(() => getStripe(props.stripe), {})
  const saved = useAsk(cards.list, undefined)
  const [appearance] = useState(cardAppearance)
  const keepsCard = items.some(({ renew }) => renew)
  const options = useMemo(
    () => ({
      mode: 'payment' as const,
      amount: Math.round(total * 100),
      currency: shopCurrency().toLowerCase(),
      setupFutureUsage: keepsCard ? ('off_session' as const) : null,
      paymentMethodCreation: 'manual' as const,
      allowedPaymentMethodTypes: ['card'],
      appearance,
    }),
    [total, keepsCard, appearance],
  )
  return (
    <Card aria-label="Credit Card">
      {script.error !== undefined ? (
        <BlockedScript
          what="The card form"
          address={props.stripe.scriptUrl}
          onRetry={script.again}
        />
      ) : script.answer && (saved.answer || saved.error !== undefined) ? (
        <Elements stripe={script.answer} options={options}>
          <CardForm {...props} saved={saved.answer ?? null} onCardsChanged={saved.again} />
        </Elements>
      ) : (
        <CardFormSkeleton />
      )}
    </Card>
  )
}

function CardFormSkeleton() {
  return (
    <div role="status" aria-label="Loading the card form" className="grid gap-6">
      <Skeleton className="h-44" />
      <Skeleton className="h-13" />
    </div>
  )
}
