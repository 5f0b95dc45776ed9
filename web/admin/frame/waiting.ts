import { createContext } from 'react'
import type { Waiting } from '#contract/shop/waiting.ts'
import { type Capability, can, type Roles } from '#contract/wire/capabilities.ts'

/** The latest answer about pending items that the layout received. */
export const WaitingContext = createContext<{ answer: Waiting | undefined; failed: boolean }>({
  answer: undefined,
  failed: false,
})

/** The number of pending items, by the path of the tab. */
export const countsByTab = (waiting: Waiting | undefined): Record<string, number> =>
  waiting
    ? {
        '/admin/support': waiting.tickets,
        '/admin/disputes': waiting.disputes,
        '/admin/orders': waiting.orders,
        '/admin/health': waiting.problems ?? 0,
      }
    : {}

type Pending = {
  label: string
  count: number
  /** The list of these items. */
  to: string
  /** When the first of them is due. */
  dueAt?: string | null
}

type Kind = Pending & { can: Capability }

/** The pending items that the role of this staff member lets them handle. */
export function listPending(user: Roles, waiting: Waiting): Pending[] {
  const { refund, payout, failed, unexpected } = waiting.orders_by_look
  const look = (name: string) => `/admin/orders?look=${name}`
  const kinds: Kind[] = [
    { label: 'Open tickets', count: waiting.tickets, to: '/admin/support', can: 'answer_tickets' },
    {
      label: 'Disputes to answer',
      count: waiting.disputes,
      to: '/admin/disputes?state=needs_response',
      can: 'answer_disputes',
      dueAt: waiting.dispute_due_at,
    },
    { label: 'Payouts to send', count: payout, to: look('payout'), can: 'send_payouts' },
    { label: 'Refunds to review', count: refund, to: look('refund'), can: 'refund_orders' },
    {
      label: 'Unexpected payments',
      count: unexpected,
      to: look('unexpected'),
      can: 'refund_orders',
    },
    {
      label: 'Failed or expired orders with money received',
      count: failed,
      to: look('failed'),
      can: 'send_payouts',
    },
    {
      label: 'Health problems',
      count: waiting.problems ?? 0,
      to: '/admin/health',
      can: 'manage_health',
    },
  ]
  return kinds.filter((kind) => kind.count > 0 && can(user, kind.can))
}

export const countPending = (user: Roles, waiting: Waiting): number =>
  listPending(user, waiting).reduce((sum, { count }) => sum + count, 0)
