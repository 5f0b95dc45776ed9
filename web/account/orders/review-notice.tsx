import type { OrderReview } from '#contract/selling/orders.ts'

const whatHappened: Record<OrderReview, string> = {
  already_refunded:
    'Another payment arrived after the money of this order had been returned, or while it was on its way back to you. It buys nothing.',
  lifetime_owned:
    'You already had a lifetime of a product in this order when you paid, so its time adds nothing.',
}

/** A payment that bought nothing, while staff review it. */
export function ReviewNotice({ review }: { review: OrderReview }) {
  return (
    <p className="mt-4 text-soft">
      {whatHappened[review]} No action is needed. We are reviewing the payment and will write to you
      if money goes back. Please do not pay again for this order.
    </p>
  )
}
