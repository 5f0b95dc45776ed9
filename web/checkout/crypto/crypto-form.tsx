import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { payments } from '#contract/selling/payments.ts'
import { shopCurrency } from '#contract/wire/currency.ts'
import { formatCoins, paymentInfo } from '../../account/orders/payment-info.ts'
import { useAction } from '../../api/action.ts'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/error.ts'
import { clearCart } from '../../cart/cart.ts'
import { formatPrice } from '../../format.ts'
import { ByOrdering } from '../../storefront/legal/by-ordering.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type ShownPrice, useHeldClick } from '../held-click.ts'
import type { OrderItems } from '../order-items.ts'
import { SlowCreation } from './slow-creation.tsx'
import { useCurrencies } from './use-currencies.ts'
import { useEstimate } from './use-estimate.ts'

type CryptoFormProps = {
  items: OrderItems
  price: ShownPrice
  /** The code of the coin that is selected initially, if the store accepts it. */
  coin: string | null
}

/** Chooses the coin, shows the amount in it, and places the order. */
export function CryptoForm({ items, price, coin }: CryptoFormProps) {
  const { total } = price
  const { currencies, error: listError, retry } = useCurrencies()
  const [chosen, setChosen] = useState(coin)
  const currency = currencies?.find(({ code }) => code === chosen) ?? currencies?.[0]
  const estimate = useEstimate(total, currency?.code)
  const { place, placing, asked, error } = usePlaceOrder()
  const press = useHeldClick(price, () => {
    if (currencies && currency) place({ currency: currency.code, items }, currencies)
  })

  if (listError !== null) {
    return <ErrorBox onRetry={retry}>{listError}</ErrorBox>
  }
  if (!currencies) return <Skeleton className="h-80" />
  if (!currency) return <ErrorBox>No cryptocurrency is available right now.</ErrorBox>
  // Show a refusal only while the request it belongs to is still the current choice.
  const order = { currency: currency.code, items }
  const refused = press.refusal ?? (asked === JSON.stringify(order) ? error : undefined)
  return (
    <Card aria-label="Cryptocurrency">
      <Select
        label="Currency"
        options={currencies.map(({ code, symbol, name }) => ({
          value: code,
          label: `${symbol} · ${name}`,
        }))}
        value={currency.code}
        onChange={(event) => setChosen(event.target.value)}
      />
      <dl className="mt-6 grid gap-1.5" aria-live="polite">
        <dt className="label">Amount due</dt>
        <dd className="display min-h-9 break-all text-3xl tabular-nums">
          {estimate.coins === null ? (
            estimate.error === null && <Skeleton className="h-9 w-56" />
          ) : (
            <>
              {formatCoins(estimate.coins)} <span className="text-xl">{currency.symbol}</span>
            </>
          )}
        </dd>
        <dt className="sr-only">In {shopCurrency()}</dt>
        <dd className="text-soft tabular-nums">
          ≈ {formatPrice(total)} {shopCurrency()}
        </dd>
      </dl>
      {estimate.error && (
        <ErrorBox className="mt-5" onRetry={estimate.retry}>
          {estimate.error}
        </ErrorBox>
      )}
      <p className="mt-5 leading-6">
        The rate updates every 30 seconds and is fixed when you proceed. You then have one hour to
        send the amount.
      </p>
      {refused && <ErrorBox className="mt-5">{refused}</ErrorBox>}
      <Button
        look="primary"
        size="large"
        wide
        className="mt-6"
        loading={placing || press.holding}
        // The customer cannot order before the amount is shown.
        disabled={estimate.coins === null}
        {...press.pointer}
        onClick={press.press}
      >
        Proceed to Payment
      </Button>
      {placing && <SlowCreation />}
      <ByOrdering className="mt-4" />
    </Card>
  )
}

type Order = { currency: string; items: OrderItems }

/** Places the order, opens the payment page, and then empties the cart. */
function usePlaceOrder() {
  const navigate = useNavigate()
  const placed = useRef(false)
  // Empty the cart only after the checkout has unmounted. Otherwise it would say that the cart is
  // empty.
  useEffect(
    () => () => {
      if (placed.current) clearCart()
    },
    [],
  )
  async function order(wanted: Order, currencies: Parameters<typeof paymentInfo>[1]) {
    const payment = await api(payments.add, { body: { type: 'crypto', ...wanted } })
    const state = paymentInfo(payment, currencies)
    placed.current = true
    await navigate(`/crypto-payment?order=${payment.order_id}`, { state })
  }
  const { run, pending, error } = useAction(order, {
    failed: 'The order could not be placed. Please try again.',
    say: messageOf,
    reload: 'never',
  })
  const [asked, setAsked] = useState('')
  function place(...wanted: Parameters<typeof order>) {
    setAsked(JSON.stringify(wanted[0]))
    void run(...wanted)
  }
  return { place, placing: pending, asked, error }
}
