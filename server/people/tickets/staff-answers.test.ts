import { expect, test } from 'vitest'
import { staffTickets } from '#contract/people/staff-tickets.ts'
import { staffUsers } from '#contract/people/staff-users.ts'
import { tickets } from '#contract/people/tickets.ts'
import { logs } from '#contract/platform/logs.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { ticketsOf } from './testing/ticket.ts'

const shop = await fileFixture(openTestShop())
const support = await signIn(shop.app, { support: true })
const admin = await signIn(shop.app, { admin: true })

const newTicket = ticketsOf(shop)

/** Returns the latest staff action in the customer's log. */
async function lastAction(uid: number) {
  const query = { uid, source: 'staff', limit: 1 }
  return (await shop.call(logs.list, { query } as never, support)).body.logs[0]
}

test('a staff reply can resolve its ticket', async () => {
  const { user, params } = await newTicket()
  const body = { content: 'It is fixed.', status: 'resolved' } as const
  expect((await shop.call(staffTickets.reply, { params, body }, support)).status).toBe(201)
  expect((await shop.call(staffTickets.get, { params }, support)).body.status).toBe('resolved')
  expect(await lastAction(user.id)).toMatchObject({
    message: 'Ticket answered',
    details: { before: { status: 'open' }, after: { status: 'resolved' } },
  })
})

test('staff cannot reply to a deleted customer', async () => {
  const { user, params } = await newTicket()
  const uid = { params: { uid: user.id } }
  expect((await shop.call(staffUsers.remove, uid, admin)).status).toBe(200)
  const refused = await shop.call(staffTickets.reply, { params, body: { content: 'x' } }, support)
  expect([refused.status, refused.code]).toEqual([409, 'customer_deleted'])
  const { body } = await shop.call(staffTickets.messages, { params, query: {} }, support)
  expect(body).toEqual({ replies: [], total: 0 })
  const ticket = (await shop.call(staffTickets.get, { params }, support)).body
  expect(ticket).toMatchObject({ status: 'closed', waiting_since: null })
})

test('customer and staff both see a reply and its author', async () => {
  const { user, cookie, params } = await newTicket()
  await shop.call(tickets.reply, { params, body: { content: 'Hello?' } }, { cookie })
  const body = { content: ' We look into it. ' }
  const sent = await shop.call(staffTickets.reply, { params, body }, support)
  expect([sent.status, sent.body]).toEqual([
    201,
    expect.objectContaining({
      content: 'We look into it.',
      uid: support.user.id,
      staff: true,
      extras: { username: support.user.username },
    }),
  ])
  const { body: messages } = await shop.call(staffTickets.messages, { params, query: {} }, admin)
  expect(messages.total).toBe(2)
  expect(messages.replies.map(({ staff, extras }) => [staff, extras.username])).toEqual([
    [false, user.username],
    [true, support.user.username],
  ])
  expect((await shop.call(tickets.messages, { params }, { cookie })).body).toHaveLength(2)
  expect((await shop.call(staffTickets.get, { params }, support)).body.status).toBe('in_progress')
  expect(await lastAction(user.id)).toMatchObject({
    message: 'Ticket answered',
    details: {
      by: support.user.username,
      before: { status: 'open' },
      after: { status: 'in_progress' },
    },
  })
  expect(JSON.stringify(await lastAction(user.id))).not.toContain('We look')
})

test('staff can set any status, and can reply to a resolved ticket but not to a closed one', async () => {
  const { user, params } = await newTicket()
  const states = ['closed', 'open', 'resolved', 'in_progress', 'resolved'] as const
  for (const [nth, status] of states.entries()) {
    const { body } = await shop.call(staffTickets.setStatus, { params, body: { status } }, support)
    expect(body).toEqual({ status, updated_at: expect.any(String), revision: nth + 2 })
  }
  expect(await lastAction(user.id)).toMatchObject({
    message: 'Ticket status changed',
    details: { before: { status: 'in_progress' }, after: { status: 'resolved' } },
  })
  expect(
    (await shop.call(staffTickets.reply, { params, body: { content: 'x' } }, support)).status,
  ).toBe(201)
  await shop.call(staffTickets.setStatus, { params, body: { status: 'closed' } }, support)
  const refused = await shop.call(staffTickets.reply, { params, body: { content: 'x' } }, support)
  expect([refused.status, refused.detail]).toEqual([
    409,
    'This ticket is closed and cannot receive replies',
  ])
  const unknown = await shop.call(
    staffTickets.setStatus,
    { params, body: { status: 'lost' as never } },
    support,
  )
  expect(unknown.status).toBe(422)
})

test('setting the status that a ticket already has changes and logs nothing', async () => {
  const { user, params, ticket } = await newTicket()
  const { body } = await shop.call(
    staffTickets.setStatus,
    { params, body: { status: 'open' } },
    support,
  )
  expect(body.updated_at).toBe(ticket.updated_at)
  expect(await lastAction(user.id)).toBeUndefined()
})

test('an administrator assigns and unassigns tickets, and support cannot', async () => {
  const { user, params } = await newTicket()
  const give = (uid: number | null, by = admin) =>
    shop.call(staffTickets.assign, { params, body: { uid } }, by)
  const given = await give(support.user.id)
  expect(given.body).toMatchObject({
    assigned_to: support.user.id,
    assignee: support.user.username,
  })
  expect(await lastAction(user.id)).toMatchObject({
    message: 'Ticket assigned',
    details: { before: { assigned_to: null }, after: { assigned_to: support.user.id } },
  })
  expect((await give(null)).body).toMatchObject({ assigned_to: null, assignee: null })
  expect((await give(support.user.id, support)).status).toBe(403)
  const banned = await signIn(shop.app, { support: true })
  await shop.db
    .updateTable('users')
    .set({ banned: true })
    .where('id', '=', banned.user.id)
    .execute()
  for (const uid of [user.id, banned.user.id, 99_999_999]) {
    const { status, code } = await give(uid)
    expect([status, code]).toEqual([409, 'not_staff'])
  }
})
