import type { StaffOrder } from '#contract/selling/staff-orders.ts'
import type { RefundObstacle } from '#contract/selling/staff-refunds.ts'
import { useDraftDialog } from '../../drafts.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { RefundDialog, refundDraft } from './refund-dialog.tsx'

type RefundButtonProps = {
  order: StaffOrder
  /** Coins that arrived can be offered back in the card of payouts. */
  hasRest: boolean
}

/** The main action of an order's page, or the reason why there is none. */
export function RefundButton({ order, hasRest }: RefundButtonProps) {
  const { refundable, refund_obstacle: obstacle } = order
  const [open, setOpen] = useDraftDialog(useSession()?.uid ?? 0, refundDraft(order))
  if (obstacle) {
    const sentence = obstacle === 'unpaid' && hasRest ? restSentence : sentences[obstacle]
    return <p className="max-w-md text-soft text-sm">{sentence}</p>
  }
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        {order.order.type === 'crypto' ? 'Offer refund' : 'Refund'}
      </Button>
      {open && refundable && (
        <RefundDialog order={order} refundable={refundable} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

const restSentence =
  'No refund: the payment is not complete. The coins that arrived can be offered back under Payouts.'

const sentences: Record<RefundObstacle, string> = {
  free: 'No refund: the customer paid nothing for this order.',
  unpaid: 'No refund: the payment is not complete.',
  disputed: 'No refund: the payment is disputed, so the bank decides about the money.',
  dispute_lost: 'No refund: the bank has returned the money to the customer.',
  refund_pending: 'A refund of the remaining amount is in progress.',
  refunded: 'This order has been refunded in full.',
  refunded_at_provider:
    'This order has been refunded in full. Some or all of it was refunded in the provider’s dashboard.',
  no_card_payment:
    'No refund: this order has no payment at Stripe. Refund it where the customer paid, and revoke the time on the customer’s page.',
  no_crypto_payment: 'No refund: no coins have arrived for this order.',
  several_coins:
    'No refund here: this order was paid in several coins. Pay each out by hand, and revoke the time on the customer’s page.',
}
