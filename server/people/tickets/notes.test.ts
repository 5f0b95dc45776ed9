import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ticketNotes } from '#contract/people/ticket-notes.ts'
import { tickets } from '#contract/people/tickets.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { ticketsOf } from './testing/ticket.ts'

const shop = await fileFixture(openTestShop())
const anna = await signIn(shop.app, { support: true })
const ben = await signIn(shop.app, { admin: true })
const newTicket = ticketsOf(shop)

const secret = 'Asked for a refund in two other tickets'

async function newNote() {
  const { cookie, params } = await newTicket()
  const added = await shop.call(ticketNotes.add, { params, body: { content: ` ${secret} ` } }, anna)
  const one = { params: { ...params, note: added.body.id } }
  return {
    ...{ cookie, params, added },
    list: async (by = anna) => (await shop.call(ticketNotes.list, { params }, by)).body.notes,
    change: (content: string, by = anna) =>
      shop.call(ticketNotes.change, { ...one, body: { content } }, by),
    remove: (by = anna) => shop.call(ticketNotes.remove, one, by),
    age: (minutes: number) =>
      shop.db
        .updateTable('ticket_notes')
        .set({ created_at: sql`now() - make_interval(mins => ${minutes})` })
        .where('id', '=', added.body.id)
        .execute(),
  }
}

test('staff see the notes of a ticket with their authors', async () => {
  const { added, list } = await newNote()
  const { id: uid, username } = anna.user
  expect([added.status, added.body]).toMatchObject([201, { content: secret, edited_at: null }])
  expect(await list()).toMatchObject([{ uid, username, can_change: true }])
  expect(await list(ben)).toMatchObject([{ content: secret, can_change: false }])
})

test('the author of a note can change and delete it for fifteen minutes', async () => {
  const note = await newNote()
  const changed = await note.change('Asked for a refund before')
  expect(changed.body).toMatchObject({ content: 'Asked for a refund before' })
  expect(changed.body.edited_at).not.toBeNull()
  expect((await note.change('x', ben)).code).toBe('not_your_note')
  await note.age(16)
  expect((await note.change('x')).code).toBe('note_final')
  expect((await note.remove()).code).toBe('note_final')
  expect(await note.list()).toMatchObject([{ can_change: false, can_delete: false }])
  await note.age(14)
  expect((await note.remove()).status).toBe(200)
  expect(await note.list()).toEqual([])
  expect((await note.remove()).code).toBe('unknown_note')
})

test('an administrator deletes any note, and support only its own', async () => {
  const { params, list, age, added } = await newNote()
  await age(60)
  const one = { params: { ...params, note: added.body.id } }
  const carl = await signIn(shop.app, { support: true })
  expect((await shop.call(ticketNotes.remove, one, carl)).code).toBe('not_your_note')
  expect(await list(ben)).toMatchObject([{ can_change: false, can_delete: true }])
  expect((await shop.call(ticketNotes.remove, one, ben)).status).toBe(200)
  expect(await list()).toEqual([])
})

test('an empty note is refused, and so is a note on an unknown ticket', async () => {
  const { params } = await newNote()
  const blank = await shop.call(ticketNotes.add, { params, body: { content: ' ' } }, anna)
  expect(blank.status).toBe(422)
  const unknown = { params: { id: 987654 }, body: { content: 'x' } }
  expect((await shop.call(ticketNotes.add, unknown, anna)).code).toBe('unknown_ticket')
})

test('the customer sees no note and gets no mail about one', async () => {
  const { cookie, params } = await newNote()
  const seen = await Promise.all([
    shop.call(tickets.get, { params }, { cookie }),
    shop.call(tickets.messages, { params }, { cookie }),
    shop.call(tickets.list, { query: {} }, { cookie }),
    shop.db.selectFrom('mails').selectAll().execute(),
    shop.db.selectFrom('events').selectAll().execute(),
  ])
  expect(JSON.stringify(seen)).not.toContain(secret)
  expect((await shop.call(ticketNotes.list, { params }, { cookie })).status).toBe(403)
})

test('only the notes of staff and the reset of a demo read the table', () => {
  const readers = globSync('server/**/*.ts').filter(
    (file) => !file.includes('test') && readFileSync(file, 'utf8').includes('ticket_notes'),
  )
  expect(readers.sort()).toEqual([
    'server/people/tickets/notes.ts',
    'server/shop/setup/from-demo.ts',
  ])
})
