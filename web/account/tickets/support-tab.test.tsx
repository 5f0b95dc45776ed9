// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { incidents } from '#contract/outages/incidents.ts'
import { type TicketMessage, tickets } from '#contract/people/tickets.ts'
import type { Ticket } from '#contract/wire/ticket.ts'
import { fakeApi, refused } from '../../testing/fake-api.ts'
import { admin as me, renderPages } from '../../testing/page.tsx'
import * as dashboard from '../dashboard/dashboard.tsx'

const ticket: Ticket = {
  ...{ id: 5, uid: me.uid, title: 'No sound', content: 'Since today.', status: 'open' },
  ...{ category: 'Technical', order_id: null },
  ...{ created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
}

const box = () => screen.findByLabelText<HTMLTextAreaElement>('Your reply')
const log = () => screen.getByRole('log')

/** A shop with one ticket. */
function shop() {
  const server = fakeApi()
  let current = ticket
  const replies: TicketMessage[] = []
  server.on(tickets.list, () => [current])
  server.on(tickets.get, () => current)
  server.on(tickets.messages, () => replies)
  server.on(incidents.affected, [])
  const answer = ({ content }: { content: string }) => {
    const { uid, created_at } = ticket
    const reply = { id: replies.length + 1, uid, content, created_at, staff: false }
    replies.push(reply)
    return reply
  }
  server.on(tickets.reply, ({ body }) => answer(body))
  return {
    ...server,
    answer,
    close() {
      current = { ...ticket, status: 'closed' }
    },
  }
}

const open = (search: string) =>
  renderPages({ '/dashboard': dashboard }, { at: `/dashboard?t=support${search}` })

test('a message appears at once, and a failure removes it and keeps its text', async () => {
  const server = shop()
  const { promise, resolve } = Promise.withResolvers<Response>()
  server.on(tickets.reply, () => promise)
  const { type, submit } = await open('&ticket=5')
  await type(await box(), 'Hello?{Enter}')
  expect(log().textContent).toContain('Hello?')
  expect(log().textContent).toContain('Sending...')
  expect((await box()).value).toBe('')
  await type(await box(), 'Typed meanwhile{Enter}')
  resolve(refused(tickets.reply, 'unexpected'))
  await waitFor(() => expect(log().textContent).not.toContain('Hello?'))
  expect((await box()).value).toBe('Hello?\nTyped meanwhile')
  expect(screen.getAllByText(/^Failed to send message/).length).toBeGreaterThan(0)
  server.on(tickets.reply, ({ body }) => server.answer(body))
  await submit('Send')
  await screen.findByText('Message sent successfully')
  expect(log().textContent).toContain('Hello?\nTyped meanwhile')
  expect(server.callsOf(tickets.reply)).toHaveLength(2)
})

test('a ticket that was closed in the meantime rejects the reply and keeps its text', async () => {
  const server = shop()
  const { type, submit } = await open('&ticket=5')
  await type(await box(), 'One last question')
  server.close()
  server.on(tickets.reply, refused(tickets.reply, 'ticket_over', { status: 'closed' }))
  await submit('Send')
  await screen.findByText('This ticket is closed and cannot receive replies.')
  expect(screen.getAllByText(/^Failed to send message/).length).toBeGreaterThan(0)
  expect(screen.getByText('One last question')).toBeTruthy()
})

test('tickets that fail to load show an error, and can be retried', async () => {
  const server = shop()
  server.on(tickets.list, refused(tickets.list, 'unexpected'))
  const { submit } = await open('')
  await screen.findByText('Failed to load tickets')
  server.on(tickets.list, [ticket])
  await submit('Try again')
  await screen.findByRole('link', { name: /No sound/ })
})

test('a conversation that fails to load shows an error', async () => {
  const server = shop()
  server.on(tickets.messages, refused(tickets.messages, 'unexpected'))
  await open('&ticket=5')
  await screen.findByText('Failed to load ticket messages')
})

test('the page of an unknown ticket says so and links to the list', async () => {
  const server = shop()
  server.on(tickets.get, refused(tickets.get, 'unknown_ticket'))
  const { click } = await open('&ticket=99999999')
  await screen.findByText(tickets.get.refusals.unknown_ticket.sentence)
  await click(screen.getByRole('link', { name: 'Back to Support' }))
  await screen.findByRole('link', { name: /No sound/ })
})

test('a new ticket that could not be created keeps its text', async () => {
  const server = shop()
  server.on(tickets.add, refused(tickets.add, 'unexpected'))
  const { type, submit } = await open('&ticket=new')
  await type(await screen.findByLabelText('Subject'), 'No sound')
  await type(screen.getByLabelText('Description'), 'Since today.')
  await submit('Create Ticket')
  await waitFor(() =>
    expect(screen.getAllByText(/^Failed to create support ticket/).length).toBeGreaterThan(0),
  )
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Since today.')
})

test('a refund is asked for in a ticket with its order, its subject and the policy', async () => {
  const server = shop()
  const order = '21094e3c-4f0a-4c7b-9d1e-0a1b2c3d4e5f'
  server.on(tickets.add, ({ body }) => ({ ...ticket, title: body.title ?? '' }))
  const { type, submit } = await open(`&ticket=new&about=${order}&refund=2`)
  await type(await screen.findByLabelText('Reason for the refund'), 'It does not start.')
  expect(screen.getByRole('link', { name: 'refund policy' }).getAttribute('href')).toBe(
    '/refunds/2',
  )
  await submit('Create Ticket')
  await waitFor(() => expect(server.callsOf(tickets.add)).toHaveLength(1))
  expect(server.callsOf(tickets.add)[0]).toMatchObject({
    body: { title: 'Refund of order #21094e3c', category: 'Billing', order_id: order },
  })
})

test('a customer who cannot play asks with the name of the game', async () => {
  shop()
  await open(`&ticket=new&playing=${encodeURIComponent('Breach & Co')}`)
  const subject = await screen.findByLabelText<HTMLInputElement>('Subject')
  expect(subject.value).toBe('I cannot play Breach & Co')
})
