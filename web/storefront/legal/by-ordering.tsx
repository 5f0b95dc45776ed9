import { Link } from 'react-router'

const link = 'underline decoration-edge underline-offset-4 hover:decoration-signal'

/** Says what a customer accepts by placing an order. */
export function ByOrdering() {
  return (
    <p className="text-soft text-sm leading-6">
      By completing your order you accept the{' '}
      <Link to="/terms" target="_blank" className={link}>
        terms of service
      </Link>{' '}
      and the{' '}
      <Link to="/refunds" target="_blank" className={link}>
        refund policy
      </Link>
      .
    </p>
  )
}
