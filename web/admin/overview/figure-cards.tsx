import { Clock, DollarSign, Gamepad2, PackageCheck, Timer, Users } from 'lucide-react'
import type { Figures } from '#contract/overview.ts'

const whole = new Intl.NumberFormat('en-US')
const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const cards = [
  { key: 'total_users', label: 'Total Users', icon: Users, show: whole.format },
  { key: 'active_subscriptions', label: 'Active Subscriptions', icon: Timer, show: whole.format },
  { key: 'total_games', label: 'Total Products', icon: Gamepad2, show: whole.format },
  { key: 'completed_orders', label: 'Completed Orders', icon: PackageCheck, show: whole.format },
  { key: 'unpaid_orders', label: 'Unpaid Orders', icon: Clock, show: whole.format },
  {
    key: 'gross_total_revenue',
    label: 'Total Revenue',
    icon: DollarSign,
    show: (dollars: number) => `$${money.format(dollars)}`,
  },
] as const

/** The six figures of the shop as it is now. */
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
