import { Bitcoin, CreditCard, type LucideIcon } from 'lucide-react'
import type { Me } from '#contract/platform/sessions.ts'
import type { Quote } from '#contract/selling/quote.ts'
import { type CartItem, tooManyItems } from '../cart/cart.ts'
import type { Quoted } from '../cart/use-quote.ts'
import { useConfig } from '../config.ts'
import { Notice } from '../ui/notice.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { CardPayment } from './card/card-payment.tsx'
import { Charges } from './charges.tsx'
import { CountryFirst } from './country-first.tsx'
import { CryptoForm } from './crypto/crypto-form.tsx'
import { FreeOrder } from './free-order.tsx'
import type { ShownPrice } from './held-click.ts'
import {
  isBlocked,
  type OrderItems,
  orderItems,
  refusedCodes,
  shownRenewals,
} from './order-items.ts'
import { RenewalChoices } from './renewal-choices.tsx'

export type Method = 'card' | 'crypto'

type PaymentProps = {
  user: Me
  items: readonly CartItem[]
  quoted: Quoted
  method: Method
  onMethod: (method: Method) => void
  /** The code of the coin that is selected initially, if the store accepts it. */
  coin: string | null
}

/** The payment methods that this store accepts, and the form of the chosen one. */
export function Payment(props: PaymentProps) {
  const { user, items, quoted } = props
  const { quote, settled, retry } = quoted
  if (quoted.tooMany) return <Notice>{tooManyItems}</Notice>
  if (!quote) return quoted.error ? null : <Skeleton className="h-72" />
  if (isBlocked(quote)) return <Notice>Remove unavailable items to continue.</Notice>
  const price: ShownPrice = {
    total: quote.total,
    renewals: shownRenewals(quote),
    refused: refusedCodes(quote, items),
    settled,
    before: null,
    failed: quoted.error,
    retry,
  }
  const order = { items: orderItems(quote, items), price }
  const free = quote.total === 0
  if (quote.tax) {
    return (
      <CountryFirst uid={user.uid} tax={quote.tax} onSaved={retry}>
        {({ saved, before }) => {
          const ready = { ...order, price: { ...price, settled: settled && saved, before } }
          return free ? (
            <FreeOrder {...ready} />
          ) : (
            <Methods {...{ ...props, quote, order: ready }} />
          )
        }}
      </CountryFirst>
    )
  }
  return free ? <FreeOrder {...order} /> : <Methods {...{ ...props, quote, order }} />
}

type MethodsProps = PaymentProps & {
  quote: Quote
  order: { items: OrderItems; price: ShownPrice }
}

/** The choice of the payment method, and its form. */
function Methods({ user, items, quoted, method, onMethod, coin, quote, order }: MethodsProps) {
  const config = useConfig()
  if (!config.stripe && !config.crypto) {
    return <Notice>This store does not accept payments right now. Please come back later.</Notice>
  }
  return (
    <section aria-label="Payment" className="grid gap-6">
      {config.stripe && config.crypto ? (
        <RadioGroup<Method>
          legend="Payment method"
          hideLegend
          options={[
            { value: 'card', label: <Marked icon={CreditCard}>Credit Card</Marked> },
            { value: 'crypto', label: <Marked icon={Bitcoin}>Cryptocurrency</Marked> },
          ]}
          value={method}
          onChange={onMethod}
        />
      ) : (
        <Notice>
          {config.stripe
            ? 'Cryptocurrency is not available in this store. You can pay by card.'
            : 'Card payments are not available in this store. You can pay with cryptocurrency.'}
        </Notice>
      )}
      {method === 'card' && config.stripe ? (
        <CardPayment
          {...order}
          charges={
            <div className="grid gap-5">
              <RenewalChoices quote={quote} items={items} />
              <Charges quote={quote} items={items} />
            </div>
          }
          user={user}
          stripe={config.stripe}
          onRetry={quoted.retry}
        />
      ) : (
        <CryptoForm {...order} coin={coin} />
      )}
    </section>
  )
}

function Marked({ icon: Icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <Icon size={18} aria-hidden="true" className="shrink-0 max-[24rem]:hidden" />
      {children}
    </span>
  )
}
