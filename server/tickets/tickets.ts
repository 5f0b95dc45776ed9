import { sql } from 'kysely'
import type { TicketCategory } from '#contract/tickets.ts'
import type { Database } from '#server/kernel/database.ts'

const most = 200

const columns = [
  'id',
  'user_id as uid',
  'title',
  'content',
  'category',
  'status',
  'created_at',
  'updated_at',
] as const

/** A customer's tickets, those with the latest activity first. */
export function listTickets(db: Database, userId: number) {
  return db
    .selectFrom('tickets')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('updated_at', 'desc')
    .orderBy(sql`id`, 'desc')
    .limit(most)
    .execute()
}

export type NewTicket = { title: string; content: string; category: TicketCategory }

export function openTicket(db: Database, userId: number, ticket: NewTicket) {
  return db
    .insertInto('tickets')
    .values({ ...ticket, user_id: userId })
    .returning(columns)
    .executeTakeFirstOrThrow()
}
