import type { Order } from '#contract/selling/orders.ts'
import { refundRefusals } from '#contract/selling/staff-refunds.ts'
import { exactly } from '#contract/wire/lengths.ts'
import { formatPrice } from '../../format.ts'
import { Notice } from '../../ui/notice.tsx'

type Dispute = NonNullable<Order['dispute']>
type DisputeNoticeProps = { dispute: Dispute; of: Pick<Order, 'total_price' | 'refunded'> }

const toCents = (amount: number) => Math.round(amount * 100)

/** For a lost dispute about part of a payment: access to the whole order may have ended with it. */
const aboutRest = 'Please ask us about the rest of your payment.'
const restContinues =
  'If the bank decides otherwise, the time for this part is revoked, and the rest of the order continues.'

/** Explains a dispute to the customer whose bank has opened it. */
export function DisputeNotice({ dispute, of }: DisputeNoticeProps) {
  const { amount } = dispute
  const part = amount < of.total_price ? `${formatPrice(amount)} of this payment` : null
  const rest = toCents(amount) < toCents(of.total_price) - toCents(of.refunded)
  const { title, text } = wordsOf(dispute, part)
  return (
    <Notice className="mt-4">
      <p className="font-[600]">{title}</p>
      <p className="mt-1 text-soft">
        {text}
        {rest && ` ${dispute.lost ? aboutRest : restContinues}`}
      </p>
    </Notice>
  )
}

function wordsOf({ effect, kept, lost }: Dispute, part: string | null) {
  const disputed = part ? `${part} is disputed` : refundRefusals.payment_disputed.sentence
  if (lost)
    return {
      title: `Your bank has taken ${part ?? 'this payment'} back`,
      text: 'The time from this order was revoked with it, and the order does not renew.',
    }
  switch (effect) {
    case 'frozen':
      return {
        title: `${disputed}: your time is frozen until the bank decides`,
        text: `${kept > 0 ? `Frozen time of this order: ${exactly(kept)}. ` : ''}Until then, you cannot use this time, and the order does not renew. If you did not mean to dispute the payment, tell your bank that it was yours. Once the bank has decided so, you get all of your time back.`,
      }
    case 'revoked':
      return {
        title: `${disputed}: its time was revoked`,
        text: 'You get it back if the bank decides that the payment was yours. The order does not renew until then.',
      }
    case 'left':
      return {
        title: disputed,
        text: 'You keep your time until the bank decides. The order does not renew until then.',
      }
  }
}
