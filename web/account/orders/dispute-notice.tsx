import { exactly } from '#contract/lengths.ts'
import type { Order } from '#contract/orders.ts'
import { refundRefusals } from '#contract/staff-refunds.ts'
import { isLifetime } from '#contract/terms.ts'
import { formatPrice } from '../../format.ts'
import { Notice } from '../../ui/notice.tsx'

type Dispute = NonNullable<Order['dispute']>
type DisputeNoticeProps = { dispute: Dispute; of: Pick<Order, 'total_price' | 'refunded'> }

const toCents = (amount: number) => Math.round(amount * 100)

/** For a lost dispute about part of a payment: access to the whole order may have ended with it. */
const aboutRest = 'Please ask us about the rest of what you paid.'
const restGoesOn =
  'If it decides otherwise, the time that belongs to this part goes, and the rest of the order goes on.'

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
        {rest && ` ${dispute.lost ? aboutRest : restGoesOn}`}
      </p>
    </Notice>
  )
}

function wordsOf({ effect, kept, lost }: Dispute, part: string | null) {
  const disputed = part ? `${part} is disputed` : refundRefusals.payment_disputed.sentence
  if (lost)
    return {
      title: `Your bank has taken ${part ?? 'this payment'} back`,
      text: 'The time that this order gave is gone with it, and nothing of it renews.',
    }
  switch (effect) {
    case 'frozen':
      return {
        title: `${disputed}: your time is kept until the bank decides`,
        text: `${kept > 0 ? `Kept of this order: ${lastingOf(kept)}. ` : ''}Until then what it gave cannot be used and nothing of it renews. If you did not mean to dispute it, tell your bank that the payment was yours: once the bank has decided so, you get your time back to the second.`,
      }
    case 'revoked':
      return {
        title: `${disputed}: its time was taken back`,
        text: 'You get it back if the bank decides that the payment was yours. Nothing of it renews until then.',
      }
    case 'left':
      return {
        title: disputed,
        text: 'Your time goes on until the bank decides. Nothing of this order renews until then.',
      }
  }
}

const lastingOf = (seconds: number) => (isLifetime(seconds) ? 'a lifetime' : exactly(seconds))
