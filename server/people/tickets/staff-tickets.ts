import { sql } from 'kysely'
import { ticketRefusals } from '#contract/people/tickets.ts'
import type { TicketCategory, TicketStatus } from '#contract/wire/ticket.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { containing } from '#server/kernel/lists/like.ts'
import { microsOf, nextAfter, type Page, pageOf, timestampOf } from '#server/kernel/lists/page.ts'
import { living } from '#server/platform/users/living.ts'
import { matchesUser } from '#server/platform/users/matches-user.ts'
import { shownName } from '#server/platform/users/shown-name.ts'
import { idRange } from '#server/selling/orders/find.ts'

type Wanted = Page & {
  after?: string | undefined
  search?: string | undefined
  category?: TicketCategory | undefined
  status?: TicketStatus | undefined
  waiting?: boolean | undefined
  assigned?: 'me' | 'nobody' | undefined
  order: 'activity' | 'waiting'
}

const mostNamesakes = 200

export async function listStaffTickets(db: Database, staffId: number, wanted: Wanted) {
  const matching = narrowed(db, staffId, wanted)
    .select(['tickets.id', microsOf('waiting_since').as('waited')])
    .select(microsOf('updated_at').as('updated'))
    .$if(longestFirst(wanted), (query) => query.orderBy('waiting_since'))
    .orderBy('updated_at', 'desc')
    .orderBy('tickets.id', 'desc')
  const { rows, total } = await pageOf(matching, { ...wanted, beyond: beyondOf(wanted) })
  const next = nextAfter(rows, wanted, ({ id, waited, updated }) =>
    [waited ?? '', updated, id].join('_'),
  )
  if (rows.length === 0) return { tickets: [], next, total }
  const ids = rows.map(({ id }) => id)
  const tickets = await selectStaffTickets(db).where('tickets.id', 'in', ids).execute()
  return { tickets: tickets.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)), next, total }
}

/** Returns whether a ticket follows the last one of the previous page, in the order of the list. */
function beyondOf(wanted: Wanted) {
  if (wanted.after === undefined) return undefined
  const [waited = '', updated = '', id = ''] = wanted.after.split('_')
  const later = sql<boolean>`(updated_at, tickets.id) < (${timestampOf(updated)}, ${id}::bigint)`
  if (!longestFirst(wanted)) return later
  if (waited === '') return sql<boolean>`(waiting_since is null and ${later})`
  const since = timestampOf(waited)
  return sql<boolean>`(waiting_since > ${since} or waiting_since is null
    or waiting_since = ${since} and ${later})`
}

function narrowed(db: Database, staffId: number, wanted: Wanted) {
  const { search, category, status, waiting, assigned } = wanted
  return db
    .selectFrom('tickets')
    .$if(status !== undefined, (query) => query.where('tickets.status', '=', status!))
    .$if(category !== undefined, (query) => query.where('category', '=', category!))
    .$if(waiting !== undefined, (query) =>
      query.where('waiting_since', waiting ? 'is not' : 'is', null),
    )
    .$if(assigned === 'me', (query) => query.where('assigned_to', '=', staffId))
    .$if(assigned === 'nobody', (query) => query.where('assigned_to', 'is', null))
    .$if(search !== undefined, (query) => query.where(found(db, search!)))
}

/** Resolved and closed tickets do not wait. Their order by latest activity has an index. */
function longestFirst({ order, status }: Wanted) {
  return order === 'waiting' && status !== 'resolved' && status !== 'closed'
}

/** By title, the customer, the ticket's id, or its order. */
function found(db: Database, search: string) {
  const about = idRange(search)
  const number = /^#?([1-9]\d{0,14})$/.exec(search)?.[1]
  const customers = db
    .selectFrom('users')
    .select('id')
    .where(living)
    .where(matchesUser(search))
    .where((eb) => eb.exists(eb.selectFrom('tickets').whereRef('user_id', '=', 'users.id')))
    .limit(mostNamesakes)
  return sql<boolean>`(title ilike ${containing(search)}
    or tickets.user_id = any(array(${customers})) or tickets.id = ${number ?? null}::bigint
    ${about ? sql`or tickets.order_id between ${about}` : sql``})`
}

export function findStaffTicket(db: Database, id: number) {
  return selectStaffTickets(db).where('tickets.id', '=', id).executeTakeFirst()
}

export async function getStaffTicket(db: Database, id: number) {
  const ticket = await findStaffTicket(db, id)
  if (!ticket) throw new Refusal(ticketRefusals.unknown_ticket)
  return ticket
}

export async function countTickets(db: Database) {
  const counted = await db
    .selectFrom('tickets')
    .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  const of = (status: TicketStatus) => counted.find((row) => row.status === status)?.count ?? 0
  return {
    ...(await countWaiting(db)),
    total_tickets: counted.reduce((sum, { count }) => sum + count, 0),
    open_tickets: of('open'),
    in_progress_tickets: of('in_progress'),
    resolved_tickets: of('resolved'),
    closed_tickets: of('closed'),
  }
}

/** Counts the tickets that the list shows with its default filter. */
export async function countOpenTickets(db: Database): Promise<number> {
  const { open } = await db
    .selectFrom('tickets')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  return open
}

function countWaiting(db: Database) {
  return db
    .selectFrom('tickets')
    .select(({ fn }) => fn.countAll<number>().as('waiting_tickets'))
    .where('waiting_since', 'is not', null)
    .executeTakeFirstOrThrow()
}

function selectStaffTickets(db: Database) {
  return db
    .selectFrom('tickets')
    .innerJoin('users as customer', 'customer.id', 'tickets.user_id')
    .leftJoin('users as assignee', 'assignee.id', 'assigned_to')
    .select(['tickets.id', 'tickets.user_id as uid', 'title', 'content', 'category', 'status'])
    .select(['tickets.created_at', 'updated_at', 'assigned_to', 'assignee.username as assignee'])
    .select(['waiting_since', 'tickets.revision', 'tickets.order_id'])
    .select(
      sql<
        'customer' | 'staff'
      >`case when unanswered_since is null then 'staff' else 'customer' end`.as('last_by'),
    )
    .select(
      sql<{ username: string }>`json_build_object('username', ${shownName('customer')})`.as(
        'extras',
      ),
    )
}
