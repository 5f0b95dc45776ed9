import { sql } from 'kysely'
import { mostFound } from '#contract/search.ts'
import type { TicketStatus } from '#contract/tickets.ts'
import type { Database } from '#server/kernel/database.ts'
import { containing, startingWith } from '#server/kernel/like.ts'
import { living } from '#server/users/living.ts'
import { shownName } from '#server/users/shown-name.ts'

/**
 * What staff may mean by a few typed characters, at most `mostFound` of each kind. Every part reads
 * a bounded piece of an index, however many users, orders and tickets there are.
 */
export async function searchBackOffice(db: Database, text: string) {
  if (text === '') return { users: [], orders: [], tickets: [] }
  const [users, orders, tickets] = await Promise.all([
    findUsers(db, text),
    findOrders(db, text),
    findTickets(db, text),
  ])
  return { users, orders, tickets }
}

function asId(text: string): number | undefined {
  return /^#?[1-9]\d{0,14}$/.test(text) ? Number(text.replace('#', '')) : undefined
}

async function findUsers(db: Database, text: string) {
  const beginning = startingWith(text.toLowerCase())
  const users = () =>
    db.selectFrom('users').select(['id as uid', 'username', 'email']).where(living).limit(mostFound)
  const by = (column: 'username' | 'email') =>
    users()
      .where(sql`lower(${sql.ref(column)})`, 'like', beginning)
      .orderBy(sql`lower(${sql.ref(column)})`)
      .execute()
  const id = asId(text)
  const found = await Promise.all([
    id === undefined ? [] : users().where('id', '=', id).execute(),
    by('username'),
    by('email'),
  ])
  return [...new Map(found.flat().map((user) => [user.uid, user])).values()].slice(0, mostFound)
}

/** Ids are ordered as their digits are: a beginning is a range of them. */
async function findOrders(db: Database, text: string) {
  const digits = text.replace(/^#/, '').replaceAll('-', '').toLowerCase()
  if (!/^[0-9a-f]{4,32}$/.test(digits)) return []
  return db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['orders.id', 'users.id as uid', 'payment_status', 'orders.created_at'])
    .select(shownName().as('username'))
    .where('orders.id', '>=', digits.padEnd(32, '0'))
    .where('orders.id', '<=', digits.padEnd(32, 'f'))
    .orderBy('orders.id')
    .limit(mostFound)
    .execute()
}

async function findTickets(db: Database, text: string) {
  const id = asId(text)
  const pattern = containing(text)
  // Rare words come from the index of words, frequent ones from the newest tickets.
  const { rows } = await sql<{ id: number; title: string; status: TicketStatus }>`
    with hits as materialized (
      select id from tickets where id = ${id ?? null}::bigint
      union
      (select id from tickets where ${text.length >= 3} and title ilike ${pattern} limit 200)
      union
      select id from (select id, title from tickets order by id desc limit 1000) newest
       where ${text.length >= 3} and title ilike ${pattern})
    select id, title, status from tickets where id in (select id from hits)
     order by (id = ${id ?? null}::bigint) is true desc, id desc limit ${mostFound}`.execute(db)
  return rows
}
