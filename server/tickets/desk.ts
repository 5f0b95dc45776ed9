import { sql } from 'kysely'
import type { TicketCategory, TicketStatus } from '#contract/tickets.ts'
import type { Database } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { shownName } from '#server/users/shown-name.ts'

type Wanted = {
  page: number
  limit: number
  search?: string | undefined
  category?: TicketCategory | undefined
  status?: TicketStatus | undefined
}

const mostNamesakes = 200
const mostReplies = 500

/** A page of all customers' tickets, the latest activity first, and how many there are in all. */
export async function listDeskTickets(db: Database, wanted: Wanted) {
  const { page, limit, search, category, status } = wanted
  const matching = db
    .selectFrom('tickets')
    .$if(status !== undefined, (query) => query.where('tickets.status', '=', status!))
    .$if(category !== undefined, (query) => query.where('category', '=', category!))
    .$if(search !== undefined, (query) => query.where(found(db, search!)))
  const [ids, { total }] = await Promise.all([
    matching
      .select('tickets.id')
      .orderBy('updated_at', 'desc')
      .orderBy('tickets.id', 'desc')
      .limit(limit)
      .offset(page * limit)
      .execute(),
    matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  if (ids.length === 0) return { tickets: [], total }
  const tickets = await selectDeskTickets(db)
    .where(
      'tickets.id',
      'in',
      ids.map(({ id }) => id),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('tickets.id', 'desc')
    .execute()
  return { tickets, total }
}

/** By the title, by how the customer's name begins, or by the ticket's own id. */
function found(db: Database, search: string) {
  const literal = search.replace(/[\\%_]/g, '\\$&')
  const number = /^#?([1-9]\d{0,14})$/.exec(search)?.[1]
  const customers = db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(username)`, 'like', `${literal.toLowerCase()}%`)
    .limit(mostNamesakes)
  return sql<boolean>`(title ilike ${`%${literal}%`}
    or tickets.user_id = any(array(${customers})) or tickets.id = ${number ?? null}::bigint)`
}

/** One ticket. Throws 404. */
export async function readDeskTicket(db: Database, id: number) {
  const ticket = await selectDeskTickets(db).where('tickets.id', '=', id).executeTakeFirst()
  if (!ticket) throw new Refusal(404, 'Ticket not found')
  return ticket
}

/** The last replies to any ticket, oldest first, with who wrote them. Throws 404. */
export async function listDeskMessages(db: Database, ticketId: number) {
  const { uid } = await readDeskTicket(db, ticketId)
  const latest = await selectMessages(db)
    .where('ticket_id', '=', ticketId)
    .orderBy('ticket_messages.id', 'desc')
    .limit(mostReplies)
    .execute()
  return latest.reverse().map((message) => presentMessage(message, uid))
}

/** One message, to a ticket of that customer. */
export async function readDeskMessage(db: Database, id: number) {
  const message = await selectMessages(db)
    .innerJoin('tickets', 'tickets.id', 'ticket_id')
    .select('tickets.user_id as customer')
    .where('ticket_messages.id', '=', id)
    .executeTakeFirstOrThrow()
  return presentMessage(message, message.customer)
}

/** How many tickets there are in each state. */
export async function countTickets(db: Database) {
  const counted = await db
    .selectFrom('tickets')
    .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  const of = (status: TicketStatus) => counted.find((row) => row.status === status)?.count ?? 0
  return {
    total_tickets: counted.reduce((sum, { count }) => sum + count, 0),
    open_tickets: of('open'),
    in_progress_tickets: of('in_progress'),
    resolved_tickets: of('resolved'),
    closed_tickets: of('closed'),
  }
}

function selectDeskTickets(db: Database) {
  return db
    .selectFrom('tickets')
    .innerJoin('users as customer', 'customer.id', 'tickets.user_id')
    .leftJoin('users as assignee', 'assignee.id', 'assigned_to')
    .select(['tickets.id', 'tickets.user_id as uid', 'title', 'content', 'category', 'status'])
    .select(['tickets.created_at', 'updated_at', 'assigned_to', 'assignee.username as assignee'])
    .select(
      sql<{ username: string }>`json_build_object('username', ${shownName('customer')})`.as(
        'extras',
      ),
    )
}

function selectMessages(db: Database) {
  return db
    .selectFrom('ticket_messages')
    .innerJoin('users as author', 'author.id', 'ticket_messages.user_id')
    .select(['ticket_messages.id', 'ticket_messages.user_id as uid'])
    .select(['ticket_messages.content', 'ticket_messages.created_at'])
    .select(shownName('author').as('username'))
}

type Message = { id: number; uid: number; content: string; created_at: Date; username: string }

function presentMessage({ id, uid, content, created_at, username }: Message, customer: number) {
  return { id, uid, content, created_at, staff: uid !== customer, extras: { username } }
}
