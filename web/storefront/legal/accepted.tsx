import { Link } from 'react-router'
import type { Order } from '#contract/selling/orders.ts'

const link = 'underline decoration-edge underline-offset-4 hover:decoration-signal'

/** Links to the versions of the legal pages under which an order was placed. */
export function AcceptedPages({ terms, refunds }: NonNullable<Order['accepted']>) {
  return (
    <>
      <Link to={`/terms/${terms}`} className={link}>
        Terms of service, version {terms}
      </Link>
      {' · '}
      <Link to={`/refunds/${refunds}`} className={link}>
        Refund policy, version {refunds}
      </Link>
    </>
  )
}
