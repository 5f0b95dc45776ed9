import { Banknote, Clock, Gamepad2, PackageCheck, Timer, Users } from 'lucide-react'
import type { Figures } from '#contract/shop/overview.ts'
import { formatCount, formatPrice } from '../../format.ts'

const cards = [
  { key: 'total_users', label: 'Total Users', icon: Users, show: formatCount },
  { key: 'active_subscriptions', label: 'Active Subscriptions', icon: Timer, show: formatCount },
  { key: 'total_games', label: 'Total Products', icon: Gamepad2, show: formatCount },
  { key: 'completed_orders', label: 'Completed Orders', icon: PackageCheck, show: formatCount },
  { key: 'unpaid_orders', label: 'Unpaid Orders', icon: Clock, show: formatCount },
  {
    key: 'gross_total_revenue',
    label: 'Total Revenue',
    icon: Banknote,
    show: formatPrice,
  },
] as const

/** The six current key figures of the shop. */
export function FigureCards({ figures }: { figures: Figures }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-3">
      {cards.map(({ key, label, icon: Icon, show }) => (
        <div key={key} className="surface notch-4 flex min-w-0 flex-col gap-2 p-4 sm:p-5">
          <dt className="flex items-center gap-2 text-soft text-sm">
            <Icon size={16} aria-hidden="true" className="shrink-0 text-faint" />
            {label}
          </dt>
          <dd className="title mt-auto text-[clamp(1.25rem,4.5vw,1.75rem)] tabular-nums [overflow-wrap:anywhere]">
            {show(figures[key])}
          </dd>
        </div>
      ))}
    </dl>
  )
}
