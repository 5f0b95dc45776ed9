import { PaymentElement, useCheckoutElements } from '@stripe/react-stripe-js/checkout'
import { Lock } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PaymentStatus } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { api } from '../../api/client.ts'
import { formatPrice } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { successPath } from '../order-items.ts'

type CardFormProps = {
  email: string
  total: number
  /** What the card is charged, now and later. */
  charges: ReactNode
  settled: boolean
  sessionId: string
  /** Something of the card has been typed. */
  onTyped: () => void
  /** Begins with a new session, when this one cannot be paid any more. */
  onRenew: () => void
}

export function CardForm(props: CardFormProps) {
  const { email, total, charges, settled, sessionId, onTyped, onRenew } = props
  const state = useCheckoutElements()
  const navigate = useNavigate()
  const [shown, setShown] = useState(false)
  // No action: of an answer that does not come the order itself tells, and a paid one stays busy
  // until the next page is there.
  const [paying, setPaying] = useState(false)
  const [error, setError] = useState<string | null>(null)
  if (state.type === 'loading') return <CardFormSkeleton />
  if (state.type === 'error') return <Failed onRenew={onRenew}>{state.error.message}</Failed>
  const { checkout } = state
  if (checkout.status.type === 'expired') {
    return <Failed onRenew={onRenew}>This payment has expired.</Failed>
  }
  const due = checkout.total.total.minorUnitsAmount / checkout.minorUnitsAmountDivisor

  async function pay(event: FormEvent) {
    event.preventDefault()
    if (paying) return
    setPaying(true)
    setError(null)
    const result = await checkout
      .confirm({ redirect: 'if_required', ...(checkout.email === null && { email }) })
      .catch((failure: unknown) => ({ type: 'error' as const, error: failure as Error }))
    if (result.type === 'success') return navigate(successPath(sessionId))
    const status = await statusOf(sessionId)
    // Paid in another tab, perhaps: then this form has no say any more.
    if (status === 'finished' || status === 'confirming') return navigate(successPath(sessionId))
    setPaying(false)
    if (status === null || status === 'waiting') return setError(result.error.message)
    toast.error(result.error.message)
    onRenew()
  }

  return (
    <form noValidate onSubmit={pay}>
      {/* The provider's frame shows the colour that it lies on, and a gradient is none. */}
      <div className="relative min-h-44 bg-panel">
        {!shown && <Skeleton className="absolute inset-0" />}
        <PaymentElement
          options={{ layout: 'tabs' }}
          onReady={() => setShown(true)}
          onChange={({ empty }) => {
            if (!empty) onTyped()
          }}
          onLoadError={({ error: failure }) => setError(failure.message ?? null)}
        />
      </div>
      {error && <ErrorBox className="mt-5">{error}</ErrorBox>}
      {due !== total && settled && (
        <p className="mt-5 text-soft">This payment takes {formatPrice(due)}.</p>
      )}
      <div className="mt-5">{charges}</div>
      <Button
        type="submit"
        look="primary"
        size="large"
        wide
        loading={paying}
        disabled={!settled || !shown}
        className="mt-6"
      >
        <Lock size={18} aria-hidden="true" />
        Complete Purchase
      </Button>
    </form>
  )
}

/** How the order of this form stands; null when that cannot be told. */
async function statusOf(sessionId: string): Promise<PaymentStatus | null> {
  const answer = await api(payments.checkoutSession, { params: { session_id: sessionId } }).catch(
    () => null,
  )
  return answer?.payment_status ?? null
}

function Failed({ children, onRenew }: { children: string; onRenew: () => void }) {
  return <ErrorBox onRetry={onRenew}>{children}</ErrorBox>
}

export function CardFormSkeleton() {
  return (
    <div role="status" aria-label="Loading the card form" className="grid gap-6">
      <Skeleton className="h-44" />
      <Skeleton className="h-13" />
    </div>
  )
}
