import { CircleX, Hourglass } from 'lucide-react'
import { Link } from 'react-router'
import { textLinkClass } from '../account/auth-page.tsx'
import { LinkButton } from '../ui/button.tsx'
import { AfterPaying } from './after-paying.tsx'
import type { Bought } from './bought.ts'
import { Outcome } from './outcome.tsx'

/** The outcome of a payment, as far as the customer needs to know. */
export type Paid = 'yes' | 'not yet' | 'not known' | 'no' | 'returned'

export const paidTitles: Record<Paid, string> = {
  yes: 'Payment Successful!',
  'not yet': 'Processing Payment',
  'not known': 'Payment Status Unknown',
  no: 'Payment Not Completed',
  returned: 'Payment Refunded',
}

type SuccessOutcomeProps = { paid: Paid; username: string; bought: Bought }

/** The texts of the page after a card payment. */
export function SuccessOutcome({ paid, username, bought }: SuccessOutcomeProps) {
  const title = paidTitles[paid]
  if (paid === 'yes') {
    return (
      <AfterPaying title={title} bought={bought}>
        <p className="break-words">Thank you for your purchase, {username}!</p>
        <p>Your order has been confirmed, you can now download your custom loader.</p>
      </AfterPaying>
    )
  }
  if (paid === 'not yet' || paid === 'not known') {
    return (
      <Outcome heading={1} tone="waiting" icon={<Hourglass size={32} />} title={title}>
        <p>
          {paid === 'not yet'
            ? 'Your payment is still being processed. This page updates automatically. Please do not pay again.'
            : 'The payment provider is not responding, so we do not know yet whether your card was charged. This page keeps checking and updates automatically. Please do not pay again.'}
        </p>
        <p>
          You can also leave this page. The order is listed under{' '}
          <Link to="/dashboard?t=orders" className={textLinkClass}>
            Orders
          </Link>
          .
        </p>
      </Outcome>
    )
  }
  return (
    <Outcome
      heading={1}
      tone="danger"
      icon={<CircleX size={32} />}
      title={title}
      actions={
        <>
          <LinkButton to="/checkout" look="primary">
            Back to Checkout
          </LinkButton>
          <LinkButton to="/dashboard?t=orders">Go to Orders</LinkButton>
        </>
      }
    >
      {paid === 'returned'
        ? 'This order was refunded.'
        : 'This payment did not go through. Your cart is unchanged.'}
    </Outcome>
  )
}
