import { staffUsers } from '#contract/people/staff-users.ts'
import { orderSearchRefusals } from '#contract/selling/staff-orders.ts'
import { mostFound } from '#contract/shop/search.ts'
import { can, type Roles } from '#contract/wire/capabilities.ts'
import { listStaffProducts } from '#server/catalogue/products/staff-products.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { isRefusal } from '#server/kernel/http/errors.ts'
import { listUsers } from '#server/people/staff-users/search.ts'
import { findStaffTicket, listStaffTickets } from '#server/people/tickets/staff-tickets.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { findUser } from '#server/platform/users/users.ts'
import { findOrders } from '#server/selling/orders/staff-list.ts'

const page = { page: 0, limit: mostFound }

/** At most `mostFound` of each list. A user or ticket with the text as its number comes first. */
export async function searchBackOffice(db: Database, staff: Staff & Roles, text: string) {
  if (text === '') return { users: [], orders: [], tickets: [], products: [], not_searched: [] }
  const number = /^#?([1-9]\d{0,14})$/.exec(text)?.[1]
  const id = number === undefined ? undefined : Number(number)
  const not_searched: Slow[] = []
  const [user, users, orders, ticket, tickets, products] = await Promise.all([
    id === undefined ? undefined : findUser(db, id),
    unlessTooSlow(
      'users',
      async () => (await listUsers(db, { ...page, search: number ?? text })).users,
    ),
    unlessTooSlow('orders', () => findOrders(db, text, mostFound)),
    id === undefined ? undefined : findStaffTicket(db, id),
    listStaffTickets(db, staff.id, { ...page, search: text, order: 'activity' }),
    can(staff, 'manage_products') ? listStaffProducts(db, { ...page, search: text }) : null,
  ])
  return {
    users: firstOf(user, users, ({ uid }) => uid),
    orders,
    tickets: firstOf(ticket, tickets.tickets, ({ id }) => id),
    products: (products?.games ?? []).map(({ id, name }) => ({ id, name })),
    not_searched,
  }

  /** Returns no rows if the search takes too long. */
  async function unlessTooSlow<Row>(what: Slow, search: () => Promise<Row[]>): Promise<Row[]> {
    try {
      return await search()
    } catch (error) {
      if (!isRefusal(error, tooSlow[what])) throw error
      not_searched.push(what)
      return []
    }
  }
}

const tooSlow = {
  users: staffUsers.list.refusals.user_search_too_slow,
  orders: orderSearchRefusals.order_search_too_slow,
}
type Slow = keyof typeof tooSlow

/** Puts the row with the exact number before the others. At most `mostFound` rows. */
function firstOf<Row>(exact: Row | undefined, others: Row[], keyOf: (row: Row) => number) {
  const rows = exact ? [exact, ...others.filter((row) => keyOf(row) !== keyOf(exact))] : others
  return rows.slice(0, mostFound)
}
