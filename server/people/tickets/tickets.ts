import { sql } from 'kysely'
import { mostOwnTickets, ticketRefusals } from '#contract/people/tickets.ts'
import { orderRefusals } from '#contract/selling/orders.ts'
import type { TicketCategory } from '#contract/wire/ticket.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { writeLog } from '#server/platform/logs/log.ts'

const columns = [
  'id',
  'user_id as uid',
  'title',
  'content',
  'category',
  'status',
  'order_id',
  'created_at',
  'updated_at',
] as const

/** Latest activity first. With `order`, only those about that order. */
export function listTickets(db: Database, userId: number, order?: string) {
  return db
    .selectFrom('tickets')
    .select(columns)
    .where('user_id', '=', userId)
    .$if(order !== undefined, (query) => query.where('order_id', '=', order!))
    .orderBy('updated_at', 'desc')
    .orderBy(sql`id`, 'desc')
    .limit(mostOwnTickets)
    .execute()
}

/** Returns a customer's ticket. Throws 404, also for other customers' tickets. */
export async function getTicket(db: Database, userId: number, id: number) {
  const ticket = await db
    .selectFrom('tickets')
    .select(columns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!ticket) throw new Refusal(ticketRefusals.unknown_ticket)
  return ticket
}

export type NewTicket = {
  title: string
  content: string
  category: TicketCategory
  order_id: string | null
}

/** Throws 404 if it is about another customer's order. */
export function openTicket(db: Database, userId: number, ticket: NewTicket) {
  return transaction(db, async (tx) => {
    if (ticket.order_id) await requireOwnOrder(tx, userId, ticket.order_id)
    const opened = await tx
      .insertInto('tickets')
      .values({ ...ticket, user_id: userId })
      .returning(columns)
      .executeTakeFirstOrThrow()
    const { id, category } = opened
    const details = { ticket: id, category }
    await writeLog(tx, { source: 'ticket', message: 'Ticket opened', details, userId })
    return opened
  })
}

async function requireOwnOrder(tx: Tx, userId: number, id: string): Promise<void> {
  const own = tx.selectFrom('orders').select('id').where('id', '=', id)
  if (!(await own.where('user_id', '=', userId).executeTakeFirst()))
    throw new Refusal(orderRefusals.unknown_order)
}
