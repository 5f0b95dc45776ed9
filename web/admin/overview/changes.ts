import type { Charts, Figures } from '#contract/shop/overview.ts'
import { formatCount, formatPrice } from '../../format.ts'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The activity in the period of the charts, compared with the previous period of the same length. */
export function changesOf(
  { active_subscriptions }: Pick<Figures, 'active_subscriptions'>,
  { users, orders, revenue, before }: Pick<Charts, 'users' | 'orders' | 'revenue' | 'before'>,
  days: number,
): Partial<Record<keyof Figures, string>> {
  const paid = orders.find(({ payment_status }) => payment_status === 'finished')?.orders ?? 0
  const earned = sum(revenue.card) + sum(revenue.crypto)
  const say = (added: number, was: number | null, show = formatCount) =>
    `${added < 0 ? '−' : '+'}${show(Math.abs(added))} in ${days} days${comparedWith(added, was)}`
  return {
    total_users: say(sum(users), before.users),
    active_subscriptions: say(active_subscriptions - before.subscriptions, null),
    completed_orders: say(paid, before.orders),
    gross_total_revenue: say(earned, before.revenue, formatPrice),
  }
}

/** A percentage needs a positive value to compare with. */
function comparedWith(now: number, was: number | null) {
  if (was === null || was <= 0) return ''
  const percent = Math.round((100 * (now - was)) / was)
  if (percent === 0) return ', unchanged'
  return `, ${percent > 0 ? 'up' : 'down'} ${formatCount(Math.abs(percent))}%`
}
