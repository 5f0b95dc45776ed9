import {
  Bell,
  Bitcoin,
  Clock3,
  CreditCard,
  FileText,
  Gavel,
  LifeBuoy,
  Mail,
  ReceiptText,
  ScrollText,
  Undo2,
} from 'lucide-react'
import { Link } from 'react-router'
import type { OrderMoment } from '#contract/selling/staff-orders.ts'
import { Moment } from '../../ui/time-ago.tsx'

const kinds = {
  order: { icon: ReceiptText, name: 'Order' },
  payment: { icon: CreditCard, name: 'Payment' },
  refund: { icon: Undo2, name: 'Refund' },
  payout: { icon: Bitcoin, name: 'Payout' },
  dispute: { icon: Gavel, name: 'Dispute' },
  document: { icon: FileText, name: 'Document' },
  event: { icon: Bell, name: 'Provider' },
  time: { icon: Clock3, name: 'Time' },
  mail: { icon: Mail, name: 'Email' },
  log: { icon: ScrollText, name: 'Log' },
  ticket: { icon: LifeBuoy, name: 'Ticket' },
}

export function Timeline({ moments }: { moments: readonly OrderMoment[] }) {
  return (
    <ol aria-label="Timeline" className="grid gap-4">
      {moments.map((moment, at) => {
        const { icon: Icon, name } = kinds[moment.kind]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: moments have no id, and none goes
          <li key={at} className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-3">
            <Icon size={17} aria-hidden="true" className="mt-1 text-faint" />
            <div className="min-w-0 [overflow-wrap:anywhere]">
              {!moment.text.startsWith(`${name}: `) && <span className="sr-only">{name}: </span>}
              {moment.ticket === null ? (
                moment.text
              ) : (
                <Link
                  to={`/admin/support?ticket=${moment.ticket}`}
                  className="underline decoration-edge underline-offset-4 hover:decoration-signal"
                >
                  {moment.text}
                </Link>
              )}
              {moment.error && <p className="text-danger text-sm">{moment.error}</p>}
              <p className="text-sm text-soft">
                <Moment at={moment.at} />
              </p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
