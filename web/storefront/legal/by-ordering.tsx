import clsx from 'clsx'
import { Link } from 'react-router'

const link = 'underline decoration-edge underline-offset-4 hover:decoration-signal'

/** Says what a customer accepts by placing an order. */
export function ByOrdering({ className }: { className?: string }) {
  return (
    <p className={clsx('text-[0.9375rem] text-soft leading-6', className)}>
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
