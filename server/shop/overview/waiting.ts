import { can, type Roles } from '#contract/wire/capabilities.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { countOpenTickets } from '#server/people/tickets/staff-tickets.ts'
import { countProblems } from '#server/platform/health/problems.ts'
import { countDisputesToAnswer } from '#server/selling/disputes/list.ts'
import { countToLookAt } from '#server/selling/orders/staff-list.ts'

export async function countWaiting(db: Database, user: Roles) {
  const [tickets, disputes, orders, problems] = await Promise.all([
    countOpenTickets(db),
    countDisputesToAnswer(db),
    countToLookAt(db),
    can(user, 'manage_health') ? countProblems(db) : null,
  ])
  return {
    tickets,
    disputes: disputes.count,
    dispute_due_at: disputes.due_at,
    orders: Object.values(orders).reduce((sum, count) => sum + count, 0),
    orders_by_look: {
      refund: orders.refunds,
      payout: orders.payouts,
      failed: orders.failed,
      unexpected: orders.unexpected,
    },
    problems,
  }
}
