import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { staffTickets } from '#contract/people/staff-tickets.ts'
import { staffUsers } from '#contract/people/staff-users.ts'
import { logs } from '#contract/platform/logs.ts'
import { mails } from '#contract/platform/mail.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop())
const { db, call } = shop
const admin = await signIn(shop.app, { admin: true })
const unique = () => randomBytes(5).toString('hex')

type Wanted = { limit?: string; page?: string; after?: string }
type Read = (query: Wanted) => Promise<{ ids: number[]; next: string | null }>

/** Reads a list page by page through `next`, and makes a change after each page. */
async function readAll(read: Read, change: (seen: number[]) => Promise<unknown>) {
  const seen: number[] = []
  let after: string | null | undefined
  for (let page = 0; after !== null && page < 20; page += 1) {
    const found = await read({ limit: '2', page: String(page), ...(after && { after }) })
    seen.push(...found.ids)
    after = found.next
    await change(seen)
  }
  return seen
}

test.each(['all', 'searched', 'staff'])(
  'pages of %s users repeat and skip none while users are added and deleted',
  async (which) => {
    const word = unique()
    const add = async () => {
      const name = `${word}-${unique()}`
      await sql`insert into users (username, email, support, verified_at)
                values (${name}, ${`${name}@example.com`}, true, now())`.execute(db)
    }
    for (let n = 0; n < 7; n += 1) await add()
    const filter = { searched: { search: word }, staff: { staff: 'true' as const } }[which]
    const read: Read = async (query) => {
      const { body } = await call(staffUsers.list, { query: { ...query, ...filter } }, admin)
      return { ids: body.users.map(({ uid }) => uid), next: body.next }
    }
    const known = (await read({ limit: '100' })).ids
    const seen = await readAll(read, async ([first]) => {
      await add()
      const now = sql<Date>`now()`
      await db.updateTable('users').set({ deleted_at: now }).where('id', '=', first!).execute()
    })
    expect(known.length).toBeGreaterThan(6)
    expect(seen).toEqual(known)
  },
)

test.each(['message', 'details', 'uid'])(
  'pages of the log by %s repeat and skip none while entries are written',
  async (name) => {
    const word = unique()
    const { user } = await signIn(shop.app)
    const add = () =>
      sql`insert into logs (level, type, message, details, user_id)
          values (0, 'user', ${`${word} happened`}, ${JSON.stringify({ word })}, ${user.id})`.execute(
        db,
      )
    for (let n = 0; n < 7; n += 1) await add()
    const values: Record<string, string> = {
      message: word,
      details: `word:${word}`,
      uid: String(user.id),
    }
    const read: Read = async (query) => {
      const { body } = await call(logs.list, { query: { ...query, [name]: values[name] } }, admin)
      return { ids: body.logs.map(({ id }) => id), next: body.next }
    }
    const known = (await read({ limit: '100' })).ids
    expect(known).toHaveLength(7)
    expect(await readAll(read, add)).toEqual(known)
  },
)

test('pages of mails repeat and skip none while mails are sent', async () => {
  const word = unique()
  const add = () =>
    sql`insert into mails (recipient, template, subject, text_body, html_body)
        values (${`${word}@example.com`}, 'receipt', 'Receipt', '', '')`.execute(db)
  for (let n = 0; n < 7; n += 1) await add()
  const read: Read = async (query) => {
    const { body } = await call(mails.list, { query: { ...query, search: word } }, admin)
    return { ids: body.mails.map(({ id }) => id), next: body.next }
  }
  const known = (await read({ limit: '100' })).ids
  expect(known).toHaveLength(7)
  expect(await readAll(read, add)).toEqual(known)
})

test.each(['activity', 'waiting'] as const)(
  'pages of tickets by %s repeat and skip none while tickets are opened and answered',
  async (order) => {
    const word = unique()
    const add = (hoursAgo: number, waiting: boolean) =>
      sql`insert into tickets (user_id, title, content, category, updated_at, unanswered_since)
          select ${admin.user.id}, ${word}, 'Help', 'General', at, case when ${waiting} then at end
            from (select now() - make_interval(hours => ${hoursAgo}::int) as at) as opened`.execute(
        db,
      )
    for (const hoursAgo of [9, 8, 7, 6, 5, 4, 3]) await add(hoursAgo, hoursAgo % 2 === 1)
    const read: Read = async (query) => {
      const wanted = { ...query, search: word, order }
      const { body } = await call(staffTickets.list, { query: wanted }, admin)
      return { ids: body.tickets.map(({ id }) => id), next: body.next }
    }
    const known = (await read({ limit: '100' })).ids
    expect(known).toHaveLength(7)
    const seen = await readAll(read, async ([first]) => {
      // A reply moves the first ticket, and a ticket that needs no reply is opened.
      await sql`update tickets set updated_at = now() where id = ${first!}`.execute(db)
      if (order === 'activity') await add(0, false)
    })
    expect(seen).toEqual(known)
  },
)
