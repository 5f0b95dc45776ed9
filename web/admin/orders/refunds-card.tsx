import type { StaffOrder } from '#contract/selling/staff-orders.ts'
import { refundReasons, type StaffRefund, staffRefunds } from '#contract/selling/staff-refunds.ts'
import { exactly } from '#contract/wire/lengths.ts'
import { useAction } from '../../api/action.ts'
import { messageOf } from '../../api/error.ts'
import { formatPrice } from '../../format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Moment } from '../../ui/time-ago.tsx'

type State = { label: string; tone: Tone }

const states: Record<StaffRefund['status'], State> = {
  asked: { label: 'Requested', tone: 'warning' },
  pending: { label: 'Pending', tone: 'warning' },
  succeeded: { label: 'Succeeded', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  canceled: { label: 'Canceled', tone: 'danger' },
}

/** A bank took this amount in a dispute, and the shop won the appeal. */
const byAppeal: State = { label: 'Won on appeal', tone: 'success' }

const madeBy = ({ by_bank }: StaffRefund) =>
  by_bank ? 'Taken by the bank in a dispute' : 'Made in the provider’s dashboard'

export function RefundsCard({ order }: { order: StaffOrder }) {
  const { refunds } = order
  if (refunds.length === 0) return null
  return (
    <Card>
      <CardHeader title="Refunds" />
      <ul className="grid gap-5 divide-y divide-line">
        {refunds.map((refund) => (
          <Refund
            key={refund.id}
            order={order.order.id}
            refund={refund}
            crypto={order.order.type === 'crypto'}
          />
        ))}
      </ul>
    </Card>
  )
}

type RefundProps = { order: string; refund: StaffRefund; crypto: boolean }

function Refund({ order, refund, crypto }: RefundProps) {
  const returned = refund.by_bank && refund.status === 'failed'
  const { label, tone }: State = returned ? byAppeal : states[refund.status]
  const reason = refundReasons.find((each) => each.reason === refund.reason)?.label
  return (
    <li className="grid gap-2 pt-5 first:pt-0">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <strong className="tabular-nums">{formatPrice(refund.amount)}</strong>
          <Badge tone={tone}>{label}</Badge>
        </span>
        <span className="text-faint text-sm">
          <Moment at={refund.created_at} />
        </span>
      </p>
      <ul className="text-sm text-soft">
        {refund.items.map(({ product, amount, seconds }) => (
          <li key={product} className="[overflow-wrap:anywhere]">
            <bdi>{product}</bdi>: {formatPrice(amount)}
            {seconds > 0 && `, with ${exactly(seconds)}`}
          </li>
        ))}
      </ul>
      <p className="text-faint text-sm [overflow-wrap:anywhere]">
        {reason ? `${reason} · ${refund.by ?? 'automatic'}` : madeBy(refund)}
        {refund.note && ` · ${refund.note}`}
      </p>
      {refund.status === 'asked' && crypto && (
        <p className="text-sm text-warning">Pending: it is part of the payout below.</p>
      )}
      {refund.status === 'asked' && !crypto && (
        <p className="text-sm text-warning">
          {refund.asked_error
            ? `Stripe did not respond (${refund.asked_error}). The refund is retried automatically.`
            : 'Waiting for Stripe.'}
        </p>
      )}
      {refund.failure && !returned && (
        <p className="text-danger text-sm [overflow-wrap:anywhere]">
          {refund.failure}. You can refund the amount again.
        </p>
      )}
      {refund.look_at && <LookAt order={order} refund={refund} />}
    </li>
  )
}

/**
 * A refund made in Stripe's dashboard names no items, so the shop splits it and staff review it. A
 * lost dispute is only reviewed if it left a lifetime in place.
 */
function LookAt({ order, refund: { id, by_bank } }: { order: string; refund: StaffRefund }) {
  const look = useAction(staffRefunds.look, {
    done: 'Marked as reviewed',
    failed: 'Failed to mark the refund as reviewed',
    say: messageOf,
    failureIn: 'toast',
  })
  return (
    <div className="surface flex flex-wrap items-center justify-between gap-3 border-warning border-l-2 p-3 text-sm">
      <p className="min-w-0 flex-1 basis-48">
        <strong>Needs review.</strong>{' '}
        {by_bank
          ? 'The bank took part of the price of a lifetime, and the lifetime is still active. Refund the rest, or revoke the time on the customer’s page.'
          : 'This refund was made in Stripe’s dashboard, so it was split between the items by price. A partial refund of a lifetime revokes no time.'}
      </p>
      <Button
        size="small"
        loading={look.pending}
        onClick={() => look.run({ params: { id: order, refund: id } })}
      >
        Mark as Reviewed
      </Button>
    </div>
  )
}
