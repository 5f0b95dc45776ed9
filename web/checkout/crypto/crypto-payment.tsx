import clsx from 'clsx'
import { Undo2, Wallet } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Navigate, useLocation, useRevalidator } from 'react-router'
import { type Order, orders } from '#contract/selling/orders.ts'
import { paymentCurrencies } from '#contract/selling/payment-currencies.ts'
import { payments } from '#contract/selling/payments.ts'
import { coinName } from '#contract/wire/coins.ts'
import { formatCoins, type PaymentInfo, paymentInfo } from '../../account/orders/payment-info.ts'
import { api } from '../../api/client.ts'
import { ApiError, failureOf, isForTheShell, isMissing } from '../../api/error.ts'
import { useLastGood, usePolling } from '../../api/polling.ts'
import { clearCart } from '../../cart/cart.ts'
import { asUser } from '../../session/session.ts'
import { Head } from '../../shell/head.tsx'
import { PageNeedsScripts } from '../../shell/needs-scripts.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState, ErrorBox } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Bought, loadBought, nothingBought, pollEvery, useLastParts } from '../bought.ts'
import { Outcome } from '../outcome.tsx'
import type { Route } from './+types/crypto-payment'
import { PaymentProgress } from './payment-progress.tsx'

const pollUnpaidEvery = 20_000
const ended: readonly string[] = ['finished', 'failed', 'refunded', 'disputed']

type Loaded = {
  info: PaymentInfo | null
  status: PaymentInfo['status'] | null
  error: string | null
  /** The refund of the coins if it is under way, so that the page does not ask for a payment. */
  back?: Order['payout']
  order?: Order
  bought?: Bought
}

export function clientLoader({ request }: Route.ClientLoaderArgs): Promise<Loaded> {
  const id = new URL(request.url).searchParams.get('order')
  return asUser(request, async () => {
    if (!id) return { info: null, status: null, error: null }
    try {
      return await loadPayment(id)
    } catch (error) {
      if (!(error instanceof ApiError) || isForTheShell(error)) throw error
      // The order belongs to someone else or the id is invalid: there is nothing to show.
      if (isMissing(error)) return { info: null, status: null, error: null }
      return { info: null, status: null, error: failureOf(error, 'Failed to fetch price') }
    }
  })
}

async function loadPayment(id: string): Promise<Loaded> {
  const [order, currencies] = await Promise.all([
    api(orders.get, { params: { id } }),
    api(paymentCurrencies.list).catch(() => []),
  ])
  if (order.payment_id === null) return { info: null, status: order.payment_status, error: null }
  const payment = await api(payments.get, { params: { id: order.payment_id } })
  const info = paymentInfo(payment, currencies)
  const asked = order.payment_status !== 'partially_paid' || order.missing !== null
  const back = asked ? null : order.payout
  const bought = order.payment_status === 'finished' ? await loadBought(id) : nothingBought
  return { info, status: order.payment_status, error: null, back, order, bought }
}

export default function CryptoPayment({ loaderData }: Route.ComponentProps) {
  const { state, search } = useLocation()
  const { revalidate } = useRevalidator()
  const loaded = useLastGood(loaderData)
  const carried = state as PaymentInfo | null
  const info = loaded.info ?? carried
  const status = loaded.status ?? info?.status ?? null
  const bought = useLastParts(loaded.bought ?? nothingBought)
  const steps = status === 'finished' ? pollEvery(bought) : null
  usePolling(info && !ended.includes(status ?? '') ? pollUnpaidEvery : steps)
  useClearedCart(status)

  if (carried?.orderId && !search) {
    return <Navigate replace to={`?order=${carried.orderId}`} state={carried} />
  }
  if (info && loaded.back) {
    return (
      <Frame>
        <Outcome
          tone="waiting"
          icon={<Undo2 size={32} />}
          title="Refund in Progress"
          actions={<LinkButton to={`/orders/${info.orderId}`}>View order</LinkButton>}
        >
          {formatCoins(loaded.back.coins)} {coinName(loaded.back.currency)} from this order are
          being refunded to you. Please do not send anything else to its address.
        </Outcome>
      </Frame>
    )
  }
  if (info && status) {
    return (
      <Frame wide={status === 'finished'}>
        <PaymentProgress info={{ ...info, status }} order={loaded.order ?? null} bought={bought} />
      </Frame>
    )
  }
  if (loaded.error !== null) {
    return (
      <Frame>
        <ErrorBox onRetry={revalidate}>{loaded.error}</ErrorBox>
      </Frame>
    )
  }
  return (
    <Frame>
      <EmptyState
        icon={<Wallet size={26} />}
        title="No payment to show"
        action={<LinkButton to="/dashboard?t=orders">Go to Orders</LinkButton>}
      >
        Open payments are listed under Orders.
      </EmptyState>
    </Frame>
  )
}

/** Empties the cart when the payment is confirmed while the page is open, not on later visits. */
function useClearedCart(status: PaymentInfo['status'] | null) {
  const first = useRef(status)
  useEffect(() => {
    if (status === 'finished' && first.current !== 'finished') clearCart()
  }, [status])
}

export function HydrateFallback() {
  return (
    <Frame>
      <PageNeedsScripts />
      <Skeleton className="h-96" />
    </Frame>
  )
}

function Frame({ wide, children }: { wide?: boolean; children: React.ReactNode }) {
  return (
    <div className="page pt-10 sm:pt-16">
      <Head title="Crypto Payment" />
      <div className={clsx('mx-auto', wide ? 'max-w-[64rem]' : 'max-w-[44rem]')}>
        <h1 className="page-title">Crypto Payment</h1>
        <div className="mt-8">{children}</div>
      </div>
    </div>
  )
}
