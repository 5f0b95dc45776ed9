import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { staffTickets } from '#contract/people/staff-tickets.ts'
import { staffUsers } from '#contract/people/staff-users.ts'
import { tickets } from '#contract/people/tickets.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop())
const support = await signIn(shop.app, { support: true })
const admin = await signIn(shop.app, { admin: true })

async function newTicket(title = 'It beeps') {
  const { user, cookie } = await signIn(shop.app)
  const { body } = await shop.call(tickets.add, { body: { title, content: 'Loudly.' } }, { cookie })
  const params = { id: body.id }
  return {
    user,
    cookie,
    id: body.id,
    params,
    write: (content = 'Still broken.') =>
      shop.call(tickets.reply, { params, body: { content } }, { cookie }),
    answer: () =>
      shop.call(staffTickets.reply, { params, body: { content: 'Try again.' } }, support),
    assign: (uid: number | null) =>
      shop.call(staffTickets.assign, { params, body: { uid } }, admin),
    read: async () => (await shop.call(staffTickets.get, { params }, support)).body,
  }
}

const list = async (query: Partial<Input<typeof staffTickets.list>['query']>) => {
  const { body } = await shop.call(staffTickets.list, { query: { limit: 100, ...query } }, support)
  return body.tickets.map(({ id }) => id)
}

function mailsTo(userId: number) {
  return shop.db
    .selectFrom('mails')
    .select(['subject', 'template', 'text_body'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

test('a customer’s reply reopens the ticket and lists it as waiting', async () => {
  const ticket = await newTicket()
  const asked = await ticket.read()
  expect(asked).toMatchObject({ last_by: 'customer', waiting_since: asked.created_at })
  await ticket.answer()
  expect(await ticket.read()).toMatchObject({
    status: 'in_progress',
    last_by: 'staff',
    waiting_since: null,
  })
  expect(await list({ waiting: 'true' })).not.toContain(ticket.id)
  expect(await list({ waiting: 'false' })).toContain(ticket.id)
  await ticket.write()
  const waits = await ticket.read()
  expect(waits).toMatchObject({
    status: 'open',
    last_by: 'customer',
    waiting_since: waits.updated_at,
  })
  expect(await list({ waiting: 'true' })).toContain(ticket.id)
  expect(await list({ status: 'open' })).toContain(ticket.id)
  // The waiting time starts at the first of several messages.
  await ticket.write('Hello?')
  expect((await ticket.read()).waiting_since).toBe(waits.waiting_since)
})

test('a resolved or closed ticket is not waiting until it is reopened', async () => {
  const ticket = await newTicket()
  const { waiting_since } = await ticket.read()
  for (const [status, since] of [
    ['resolved', null],
    ['in_progress', waiting_since],
    ['closed', null],
    ['open', waiting_since],
  ] as const) {
    const body = { status }
    await shop.call(staffTickets.setStatus, { params: ticket.params, body }, support)
    expect(await ticket.read()).toMatchObject({ status, waiting_since: since, last_by: 'customer' })
  }
})

test('the longest waiting tickets come first, then those with the latest activity', async () => {
  const word = randomBytes(5).toString('hex')
  const [first, second, third, fourth] = [
    await newTicket(word),
    await newTicket(word),
    await newTicket(word),
    await newTicket(word),
  ]
  await first.answer()
  await second.answer()
  await first.write()
  const order = [third.id, fourth.id, first.id, second.id]
  expect(await list({ search: word, order: 'waiting' })).toEqual(order)
  expect(await list({ search: word, order: 'waiting', limit: 2, page: 1 })).toEqual(order.slice(2))
  expect(await list({ search: word })).toEqual([first.id, second.id, fourth.id, third.id])
})

test('staff can list their own tickets and unassigned ones', async () => {
  const [mine, theirs, nobodys] = [await newTicket(), await newTicket(), await newTicket()]
  await mine.assign(support.user.id)
  await theirs.assign(admin.user.id)
  const me = await list({ assigned: 'me' })
  expect([mine, theirs, nobodys].map(({ id }) => me.includes(id))).toEqual([true, false, false])
  const nobody = await list({ assigned: 'nobody' })
  expect([mine, theirs, nobodys].map(({ id }) => nobody.includes(id))).toEqual([false, false, true])
})

test('the assignee gets one email about the customer’s replies until the assignee replies', async () => {
  const agent = await signIn(shop.app, { support: true })
  const ticket = await newTicket('No <sound>')
  await ticket.write()
  await ticket.assign(agent.user.id)
  await ticket.answer()
  expect(await mailsTo(agent.user.id)).toEqual([])
  await ticket.write('Still nothing.')
  await ticket.write('Hello?')
  const [mail, ...others] = await mailsTo(agent.user.id)
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    template: 'ticket-answer',
    subject: `${ticket.user.username} answered: No <sound>`,
    text_body: expect.stringContaining('Still nothing.'),
  })
  expect(mail!.text_body).toContain(`/admin/support?ticket=${ticket.id}`)
  await ticket.answer()
  await ticket.write('It works now!')
  expect(await mailsTo(agent.user.id)).toHaveLength(2)
  await ticket.assign(null)
  await ticket.answer()
  await ticket.write()
  expect(await mailsTo(agent.user.id)).toHaveLength(2)
})

test('tickets of a demoted, banned or deleted staff member become unassigned', async () => {
  for (const lose of [
    (params: { uid: number }) =>
      shop.call(staffUsers.change, { params, body: { support: false } }, admin),
    (params: { uid: number }) =>
      shop.call(staffUsers.change, { params, body: { banned: true } }, admin),
    (params: { uid: number }) => shop.call(staffUsers.remove, { params }, admin),
  ]) {
    const agent = await signIn(shop.app, { support: true })
    const ticket = await newTicket()
    await ticket.assign(agent.user.id)
    const params = { uid: agent.user.id }
    await shop.call(
      staffUsers.change,
      { params, body: { username: `x${agent.user.username}` } },
      admin,
    )
    expect((await ticket.read()).assigned_to).toBe(agent.user.id)
    expect((await lose(params)).status).toBe(200)
    expect((await ticket.read()).assigned_to).toBeNull()
  }
})

test('a ticket that is assigned during its assignee’s demotion ends unassigned', async () => {
  for (let round = 0; round < 8; round++) {
    const agent = await signIn(shop.app, { support: true })
    const ticket = await newTicket()
    const params = { uid: agent.user.id }
    await Promise.all([
      ticket.assign(agent.user.id),
      shop.call(staffUsers.change, { params, body: { support: false } }, admin),
    ])
    expect((await ticket.read()).assigned_to).toBeNull()
  }
})
