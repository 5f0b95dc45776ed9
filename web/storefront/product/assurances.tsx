import { Download, MonitorSmartphone, Undo2, Wallet } from 'lucide-react'
import { Link } from 'react-router'
import { usePaymentMethods } from '../../payment-methods.ts'

/** Answers from the shop's own data to questions that customers have before they pay. */
export function Assurances({ devices }: { devices: number }) {
  const methods = usePaymentMethods().map(({ name }) => name.toLowerCase())
  const iconProps = { size: 18, 'aria-hidden': true, className: 'h-[1lh] shrink-0 text-faint' }
  const itemClass = 'flex gap-3'
  return (
    <ul className="mt-6 grid gap-x-8 gap-y-2.5 text-[0.9375rem] text-soft sm:grid-cols-2">
      {methods.length > 0 && (
        <li className={itemClass}>
          <Wallet {...iconProps} />
          Pay by {methods.join(' or ')}
        </li>
      )}
      <li className={itemClass}>
        <Download {...iconProps} />
        Download after payment
      </li>
      <li className={itemClass}>
        <MonitorSmartphone {...iconProps} />
        {devices === 1 ? 'For 1 device' : `For up to ${devices} devices`}
      </li>
      <li className={itemClass}>
        <Undo2 {...iconProps} />
        <Link
          to="/refunds"
          className="py-1 underline decoration-edge underline-offset-4 hover:text-ink hover:decoration-signal"
        >
          Refund policy
        </Link>
      </li>
    </ul>
  )
}
