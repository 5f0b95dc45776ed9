import { expect, test } from 'vitest'
import { staffTickets } from '#contract/people/staff-tickets.ts'
import { tickets } from '#contract/people/tickets.ts'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'

const counter = await fileFixture(openCounter())
const { call } = counter
const support = await signIn(counter.app, { support: true })

const open = (cookie: string, order_id: string | null) =>
  call(tickets.add, { body: { title: 'Where is it?', content: 'Paid.', order_id } }, { cookie })
const staffOrder = async (id: string) =>
  (await call(staffOrders.get, { params: { id } }, support)).body

test('a ticket about an order shows the order, and the order lists its tickets', async () => {
  const bought = await counter.newCardOrder()
  const { status, body } = await open(bought.cookie, bought.order)
  expect([status, body.order_id]).toEqual([201, bought.order])
  const { id } = body
  const params = { id }
  expect((await call(tickets.get, { params }, bought)).body.order_id).toBe(bought.order)
  expect((await call(staffTickets.get, { params }, support)).body.order_id).toBe(bought.order)
  const looked = await staffOrder(bought.order)
  expect(looked.tickets).toMatchObject([
    { id, title: 'Where is it?', status: 'open', waiting_since: expect.any(String) },
  ])
  expect(looked.timeline).toContainEqual(
    expect.objectContaining({ kind: 'ticket', ticket: id, text: 'Ticket: Where is it?' }),
  )
  expect((await open(bought.cookie, null)).body.order_id).toBeNull()
  expect((await staffOrder(bought.order)).tickets).toHaveLength(1)
  // Search by the order's number as displayed and as copied.
  for (const search of [`#${bought.order.slice(0, 8).toUpperCase()}`, bought.order]) {
    const found = await call(staffTickets.list, { query: { search } }, support)
    expect([search, found.body.tickets.map((ticket) => ticket.id)]).toEqual([search, [id]])
  }
})

test('customers see their own tickets about an order, and no others', async () => {
  const bought = await counter.newCardOrder()
  const stranger = await counter.customer()
  const about = async (order: string | undefined, by: { cookie: string }) =>
    (await call(tickets.list, { query: { order } }, by)).body.map(({ id }) => id)
  expect(await about(bought.order, bought)).toEqual([])
  const first = (await open(bought.cookie, bought.order)).body.id
  const second = (await open(bought.cookie, bought.order)).body.id
  const other = (await open(bought.cookie, null)).body.id
  expect(await about(bought.order, bought)).toEqual([second, first])
  expect(await about(undefined, bought)).toEqual([other, second, first])
  expect(await about(bought.order, stranger)).toEqual([])
  expect((await call(tickets.list, { query: { order: 'mine' } }, bought)).status).toBe(422)
})

test('customers cannot open a ticket about another customer’s order or an unknown one', async () => {
  const bought = await counter.newCardOrder()
  const stranger = await counter.customer()
  for (const order of [bought.order, '6f1c1d2e-8a35-4c55-9c41-0f6f3f7d9b21'])
    expect(await open(stranger.cookie, order)).toMatchObject({ status: 404, code: 'unknown_order' })
  expect((await open(stranger.cookie, 'mine')).status).toBe(422)
  expect((await call(tickets.list, { query: {} }, stranger)).body).toEqual([])
  expect((await staffOrder(bought.order)).tickets).toEqual([])
})
