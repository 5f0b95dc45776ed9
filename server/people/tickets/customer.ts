import { listSubscriptions } from '#server/access/subscriptions/subscriptions.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { listLogs } from '#server/platform/logs/list.ts'
import { selectUsers } from '#server/platform/users/users.ts'
import { listOrders } from '#server/selling/orders/orders.ts'
import { getStaffTicket } from './staff-tickets.ts'

const latest = 5

/** Returns the data about a ticket's customer that support needs. Throws 404. */
export async function getCustomer(db: Database, ticketId: number) {
  const { uid } = await getStaffTicket(db, ticketId)
  const [user, device, subscriptions, orders, { logs }] = await Promise.all([
    selectUsers(db).where('users.id', '=', uid).executeTakeFirst(),
    db
      .selectFrom('devices')
      .select(['created_at', 'last_seen_at'])
      .where('user_id', '=', uid)
      .where('released_at', 'is', null)
      .executeTakeFirst(),
    listSubscriptions(db, uid),
    listOrders(db, uid, latest),
    listLogs(db, { uid, page: 0, limit: latest }),
  ])
  return {
    user: user ?? null,
    device: device ?? null,
    subscriptions: subscriptions.map((run) => ({ ...run, uid })),
    orders,
    logs,
  }
}
