import type { Database } from '#server/kernel/database.ts'
import { listLogs } from '#server/logs/list.ts'
import { listOrders } from '#server/orders/orders.ts'
import { listSubscriptions } from '#server/subscriptions/subscriptions.ts'
import { selectAccounts } from '#server/users/accounts.ts'
import { readDeskTicket } from './desk.ts'

const latest = 5

/** What an agent needs to know of a ticket's customer. Throws 404. */
export async function readCustomer(db: Database, ticketId: number) {
  const { uid } = await readDeskTicket(db, ticketId)
  const [account, device, subscriptions, orders, { logs }] = await Promise.all([
    selectAccounts(db).where('users.id', '=', uid).executeTakeFirst(),
    db
      .selectFrom('devices')
      .select(['created_at', 'last_seen_at'])
      .where('user_id', '=', uid)
      .where('released_at', 'is', null)
      .executeTakeFirst(),
    listSubscriptions(db, uid),
    listOrders(db, uid),
    listLogs(db, { uid, page: 0, limit: latest }),
  ])
  return {
    account: account ?? null,
    device: device ?? null,
    subscriptions: subscriptions.map((run) => ({ ...run, uid })),
    orders: orders.slice(0, latest),
    logs,
  }
}
