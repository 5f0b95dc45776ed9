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
    disputes,
    orders: Object.values(orders).reduce((sum, count) => sum + count, 0),
    problems,
  }
}
