import {
  Banknote,
  Clock,
  Gamepad2,
  type LucideIcon,
  PackageCheck,
  Timer,
  Users,
} from 'lucide-react'
import { Link } from 'react-router'
import type { Charts, Figures } from '#contract/shop/overview.ts'
import { type Capability, can, type Roles } from '#contract/wire/capabilities.ts'
import { formatCount, formatPrice } from '../../format.ts'
import { changesOf } from './changes.ts'

type Card = {
  key: keyof Figures
  label: string
  icon: LucideIcon
  show?: (amount: number) => string
  /** A related list, and the permission to see it. It need not contain every counted row. */
  list?: { to: string; can: Capability }
}

const cards: Card[] = [
  {
    key: 'total_users',
    label: 'Total Users',
    icon: Users,
    list: { to: '/admin/users', can: 'view_users' },
  },
  { key: 'active_subscriptions', label: 'Active Subscriptions', icon: Timer },
  {
    key: 'total_games',
    label: 'Total Products',
    icon: Gamepad2,
    list: { to: '/admin/products', can: 'manage_products' },
  },
  {
    key: 'completed_orders',
    label: 'Completed Orders',
    icon: PackageCheck,
    list: { to: '/admin/orders?status=finished', can: 'view_orders' },
  },
  { key: 'unpaid_orders', label: 'Unpaid Orders', icon: Clock },
  {
    key: 'gross_total_revenue',
    label: 'Total Revenue',
    icon: Banknote,
    show: formatPrice,
    list: { to: '/admin/orders?status=finished', can: 'view_orders' },
  },
]

type FigureCardsProps = { figures: Figures; charts: Charts; days: number; me: Roles }

/** The six key figures of the shop, and the activity in the period of the charts. */
export function FigureCards({ figures, charts, days, me }: FigureCardsProps) {
  const changes = changesOf(figures, charts, days)
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-3">
      {cards.map(({ key, label, icon: Icon, show = formatCount, list }) => (
        <div key={key} className="surface notch-4 pressable flex min-w-0 flex-col gap-2 p-4 sm:p-5">
          <dt className="flex items-center gap-2 text-soft text-sm">
            <Icon size={16} aria-hidden="true" className="shrink-0 text-faint" />
            {list && can(me, list.can) ? (
              <Link to={list.to} className="stretched">
                {label}
              </Link>
            ) : (
              label
            )}
          </dt>
          <dd className="title text-[clamp(1.25rem,4.5vw,1.75rem)] tabular-nums [overflow-wrap:anywhere]">
            {show(figures[key])}
          </dd>
          {changes[key] && <dd className="text-faint text-sm tabular-nums">{changes[key]}</dd>}
        </div>
      ))}
    </dl>
  )
}
