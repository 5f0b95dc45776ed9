import { expect, test } from 'vitest'
import { staffTickets } from '#contract/people/staff-tickets.ts'
import { tickets } from '#contract/people/tickets.ts'
import type { TicketStatus } from '#contract/wire/ticket.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop())
const anna = await signIn(shop.app, { admin: true })
const ben = await signIn(shop.app, { admin: true })

async function newTicket() {
  const { cookie } = await signIn(shop.app)
  const body = { title: 'It beeps', content: 'Loudly.' }
  const { id } = (await shop.call(tickets.add, { body }, { cookie })).body
  const params = { id }
  return {
    read: async () => (await shop.call(staffTickets.get, { params }, anna)).body,
    set: (status: TicketStatus, revision: number, by = anna) =>
      shop.call(staffTickets.setStatus, { params, body: { status, revision } }, by),
    assign: (uid: number | null, revision: number, by = anna) =>
      shop.call(staffTickets.assign, { params, body: { uid, revision } }, by),
    answer: (by = anna) =>
      shop.call(staffTickets.reply, { params, body: { content: 'Try again.' } }, by),
    replyAfter: (seen: number, by = anna) =>
      shop.call(staffTickets.reply, { params, body: { content: 'Like this.', seen } }, by),
    write: () => shop.call(tickets.reply, { params, body: { content: 'Still.' } }, { cookie }),
  }
}

test('a status that a colleague changed is kept, and the refusal names the colleague', async () => {
  const ticket = await newTicket()
  const { revision } = await ticket.read()
  await ticket.set('resolved', revision, ben)
  const refused = await ticket.set('in_progress', revision)
  expect([refused.status, refused.detail]).toEqual([
    409,
    `Changed by ${ben.user.username}: status from “open” to “resolved”`,
  ])
  const now = await ticket.read()
  expect(now.status).toBe('resolved')
  expect((await ticket.set('closed', now.revision)).status).toBe(200)
  // Two staff members who set the same status do not conflict.
  expect((await ticket.set('closed', now.revision, ben)).status).toBe(200)
})

test('a status change based on a version before two replies is refused and names who replied', async () => {
  const ticket = await newTicket()
  const { revision } = await ticket.read()
  await ticket.answer(ben)
  await ticket.answer(ben)
  const refused = await ticket.set('resolved', revision)
  expect([refused.status, refused.code]).toEqual([409, 'changed_meanwhile'])
  expect(refused.detail).toContain(`Changed by ${ben.user.username}: `)
  expect(refused.detail).not.toContain('undefined')
})

test('of two concurrent assignments of a ticket, one is refused', async () => {
  const ticket = await newTicket()
  const { revision } = await ticket.read()
  const answers = await Promise.all([
    ticket.assign(anna.user.id, revision),
    ticket.assign(ben.user.id, revision, ben),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const { detail } = answers.find(({ status }) => status === 409)!
  expect(detail).toMatch(/^Changed by \S+: assigned to$/)
})

test('the response to a staff reply contains the new status and revision', async () => {
  const ticket = await newTicket()
  const { revision } = await ticket.read()
  const { body } = await ticket.answer(ben)
  expect(body.ticket).toEqual({
    status: 'in_progress',
    revision: revision + 1,
    updated_at: expect.any(String),
  })
  expect((await ticket.set('closed', revision)).detail).toBe(
    `Changed by ${ben.user.username}: status from “open” to “in_progress”`,
  )
  expect((await ticket.set('resolved', body.ticket.revision, ben)).status).toBe(200)
})

test('a ticket that its customer reopened is not closed without seeing the new message', async () => {
  const ticket = await newTicket()
  const { revision } = (await ticket.answer()).body.ticket
  await ticket.write()
  expect((await ticket.set('closed', revision)).detail).toBe(
    'Changed by the customer, who wrote again',
  )
  const { status, revision: now } = await ticket.read()
  expect([status, (await ticket.set('closed', now)).status]).toEqual(['open', 200])
})

test('a reply is refused once if a colleague or the customer has replied in the meantime', async () => {
  const ticket = await newTicket()
  const theirs = (await ticket.replyAfter(0, ben)).body.id
  const refused = await ticket.replyAfter(0)
  expect([refused.status, refused.code]).toEqual([409, 'answered_meanwhile'])
  expect(refused.detail).toContain(`because ${ben.user.username} has written since`)
  const mine = await ticket.replyAfter(theirs)
  expect(mine.status).toBe(201)
  // The staff member has seen their own reply.
  expect((await ticket.replyAfter(theirs)).status).toBe(201)
  const last = (await ticket.replyAfter(mine.body.id)).body.id
  const { body: customer } = await ticket.write()
  expect((await ticket.replyAfter(last)).detail).toContain('because the customer has written since')
  expect((await ticket.replyAfter(customer.id)).status).toBe(201)
})

test('of concurrent replies by several staff members, exactly one is sent', async () => {
  const ticket = await newTicket()
  const team = [anna, ben, await signIn(shop.app, { support: true })]
  const answers = await Promise.all(team.map((by) => ticket.replyAfter(0, by)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
})
