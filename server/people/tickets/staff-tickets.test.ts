import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { staffTickets } from '#contract/people/staff-tickets.ts'
import { tickets } from '#contract/people/tickets.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { ticketsOf } from './testing/ticket.ts'

const shop = await fileFixture(openTestShop())
const support = await signIn(shop.app, { support: true })
const admin = await signIn(shop.app, { admin: true })

const list = (query: Partial<Input<typeof staffTickets.list>['query']>) =>
  shop.call(staffTickets.list, { query }, support)
const newTicket = ticketsOf(shop)

test('staff find tickets by title, customer and ID, and can filter them', async () => {
  const { user, ticket } = await newTicket({ category: 'Billing' })
  const shown = {
    ...ticket,
    assigned_to: null,
    assignee: null,
    last_by: 'customer',
    revision: 1,
    waiting_since: ticket.created_at,
    extras: { username: user.username },
  }
  const word = ticket.title.split(' ')[2]!
  const name = user.username.slice(5).toUpperCase()
  for (const search of [word.toUpperCase(), name, user.email, String(ticket.id)]) {
    const { body } = await list({ search, limit: 100 })
    expect([search, body.tickets.find(({ id }) => id === ticket.id)]).toEqual([search, shown])
  }
  expect((await list({ search: word })).body.total).toBe(1)
  expect((await list({ search: `#${ticket.id}` })).body.tickets).toEqual([shown])
  expect((await list({ search: word, category: 'Billing', status: 'open' })).body.total).toBe(1)
  expect((await list({ search: word, category: 'Account' })).body.total).toBe(0)
  expect((await list({ search: word, status: 'closed' })).body.total).toBe(0)
  for (const search of ['%', '_', "'"]) {
    expect([search, (await list({ search })).body.total]).toEqual([search, 0])
  }
})

test('tickets with the latest activity come first, page by page', async () => {
  const word = randomBytes(5).toString('hex')
  const made = [
    await newTicket({ title: `${word} 1` }),
    await newTicket({ title: `${word} 2` }),
    await newTicket({ title: `${word} 3` }),
  ]
  const { cookie, params } = made[0]!
  await shop.call(tickets.reply, { params, body: { content: 'Still.' } }, { cookie })
  const titles = async (page: number) => {
    const { body } = await list({ search: word, limit: 2, page })
    expect(body.total).toBe(3)
    return body.tickets.map(({ title }) => title.slice(-1))
  }
  expect([await titles(0), await titles(1)]).toEqual([['1', '3'], ['2']])
})

test('the statistics count tickets by status', async () => {
  const stats = async () => (await shop.call(staffTickets.stats, {}, support)).body
  const before = await stats()
  const { params } = await newTicket()
  await newTicket()
  await shop.call(staffTickets.setStatus, { params, body: { status: 'resolved' } }, support)
  expect(await stats()).toEqual({
    ...before,
    total_tickets: before.total_tickets + 2,
    open_tickets: before.open_tickets + 1,
    resolved_tickets: before.resolved_tickets + 1,
    waiting_tickets: before.waiting_tickets + 1,
  })
  const { open_tickets } = await stats()
  const { body } = await list({ status: 'open' })
  expect(body.total).toBe(open_tickets)
})

test('staff read the newest replies first, page by page', async () => {
  const { params, cookie } = await newTicket()
  for (const content of ['1', '2', '3']) {
    await shop.call(tickets.reply, { params, body: { content } }, { cookie })
  }
  const page = async (page: number) => {
    const { body } = await shop.call(
      staffTickets.messages,
      { params, query: { page, limit: 2 } },
      support,
    )
    expect(body.total).toBe(3)
    return body.replies.map(({ content }) => content)
  }
  expect([await page(0), await page(1), await page(2)]).toEqual([['2', '3'], ['1'], []])
})

test('a ticket shows its customer’s account, device, orders and log', async () => {
  const { user, params } = await newTicket()
  await shop.db.insertInto('devices').values({ user_id: user.id }).execute()
  const { body } = await shop.call(staffTickets.customer, { params }, support)
  expect(body).toMatchObject({
    user: { uid: user.id, email: user.email, infraction_count: 0 },
    device: { last_seen_at: expect.any(String) },
    subscriptions: [],
    orders: [],
    logs: [{ message: 'Ticket opened' }],
  })
  await shop.db
    .updateTable('users')
    .set({ deleted_at: new Date() })
    .where('id', '=', user.id)
    .execute()
  expect((await shop.call(staffTickets.customer, { params }, support)).body.user).toBeNull()
  expect((await shop.call(staffTickets.get, { params }, support)).body.extras.username).toBe(
    'Deleted user',
  )
})

test('an unknown ticket is not found', async () => {
  const params = { id: '99999999' }
  const answers = [
    await shop.call(staffTickets.get, { params }, admin),
    await shop.call(staffTickets.customer, { params }, admin),
    await shop.call(staffTickets.messages, { params, query: {} }, admin),
    await shop.call(staffTickets.reply, { params, body: { content: 'x' } }, admin),
    await shop.call(staffTickets.setStatus, { params, body: { status: 'open' } }, admin),
    await shop.call(staffTickets.assign, { params, body: { uid: admin.user.id } }, admin),
    await shop.call(staffTickets.assign, { params, body: { uid: null } }, admin),
  ]
  expect(answers.map(({ status, detail }) => [status, detail])).toEqual(
    answers.map(() => [404, sentence('unknown_ticket')]),
  )
})

test('customers can read their own tickets and no others', async () => {
  const { cookie, params, ticket } = await newTicket()
  expect((await shop.call(tickets.get, { params }, { cookie })).body).toEqual(ticket)
  const other = await newTicket()
  for (const caller of [{ cookie: other.cookie }, support, admin]) {
    const { status, code } = await shop.call(tickets.get, { params }, caller)
    expect([status, code]).toEqual([404, 'unknown_ticket'])
  }
})
