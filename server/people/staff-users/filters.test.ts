import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { staffUsers } from '#contract/people/staff-users.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { grantTime } from '#server/access/subscriptions/ledger.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

type Query = NonNullable<Input<typeof staffUsers.list>['query']>

const shop = await fileFixture(openTestShop())
const staff = await signIn(shop.app, { support: true })
const word = randomBytes(5).toString('hex')
const product = await addProduct(shop.db)
const other = await addProduct(shop.db)

async function add(name: string, columns: object = {}) {
  const { id } = await shop.db
    .insertInto('users')
    .values({ username: `${word}.${name}`, email: `${word}.${name}@example.com`, ...columns })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

await add('plain', { verified_at: new Date(), last_login_at: daysAgo(1) })
await add('banned', { verified_at: new Date(), banned: true, last_login_at: daysAgo(40) })
await add('unverified')
await add('admin', { verified_at: new Date(), admin: true, last_login_at: daysAgo(2) })
await add('support', { verified_at: new Date(), support: true, last_login_at: daysAgo(31) })
const timed = await add('timed', { verified_at: new Date(), last_login_at: daysAgo(3) })
const warned = await add('warned', { verified_at: new Date(), last_login_at: daysAgo(29) })
await grantTime(shop.db, { userId: timed, productId: product, seconds: 86_400, cause: 'grant' })
await shop.db
  .insertInto('infractions')
  .values([
    { user_id: warned, type: 'a', reason: 'b' },
    { user_id: timed, type: 'a', reason: 'b', cleared_at: new Date() },
  ])
  .execute()
await shop.db
  .insertInto('subscriptions')
  .values({ user_id: warned, product_id: product, ends_at: daysAgo(1) })
  .execute()

const list = (query: Query) =>
  shop.call(staffUsers.list, { query: { search: word, ...query } }, staff)

async function namesOf(query: Query) {
  const { users } = (await list(query)).body
  return users.map(({ username }) => username.slice(word.length + 1))
}

test.each<[Query, string[]]>([
  [{ status: 'banned' }, ['banned']],
  [{ status: 'active' }, ['warned', 'timed', 'support', 'admin', 'unverified', 'plain']],
  [{ verified: 'false' }, ['unverified']],
  [{ verified: 'true', status: 'active', role: 'user' }, ['warned', 'timed', 'plain']],
  [{ role: 'admin' }, ['admin']],
  [{ role: 'support' }, ['support']],
  [{ role: 'staff' }, ['support', 'admin']],
  [{ role: 'user', staff: 'true' }, []],
  [{ role: 'user' }, ['warned', 'timed', 'unverified', 'banned', 'plain']],
  [{ time: 'true' }, ['timed']],
  [{ time: 'true', product: String(other) }, []],
  [{ product: String(product) }, ['timed']],
  [{ time: 'false', role: 'user' }, ['warned', 'unverified', 'banned', 'plain']],
  [{ time: 'false', product: String(other), role: 'admin' }, ['admin']],
  [{ infractions: 'true' }, ['warned']],
  [{ infractions: 'false', role: 'user' }, ['timed', 'unverified', 'banned', 'plain']],
  [{ last_login: 'never' }, ['unverified']],
  [{ last_login: 'recent', role: 'user' }, ['warned', 'timed', 'plain']],
  [{ last_login: 'older' }, ['support', 'banned']],
])('the filter %o selects %o', async (query, names) => {
  expect(await namesOf(query)).toEqual(names)
  expect((await list(query)).body.total).toBe(names.length)
})

const byLogin = ['plain', 'admin', 'timed', 'warned', 'support', 'banned', 'unverified']
const byJoined = ['plain', 'banned', 'unverified', 'admin', 'support', 'timed', 'warned']

test.each<[Query['sort'], string[]]>([
  ['joined', byJoined],
  ['-joined', byJoined.toReversed()],
  ['-last_login', byLogin],
  ['last_login', byLogin.toReversed()],
])('the list sorted by %s is in that order, page by page', async (sort, names) => {
  expect(await namesOf({ sort })).toEqual(names)
  const pages: string[] = []
  let after: string | null = null
  for (let page = 0; page < 4; page += 1) {
    const query: Query = { sort, page: String(page), limit: '2', ...(after && { after }) }
    pages.push(...(await namesOf(query)))
    after = (await list(query)).body.next
  }
  expect(pages).toEqual(names)
})

test('the list without a search can be filtered and sorted', async () => {
  const query = { search: '', sort: 'joined', limit: '100' } as const
  const uids = (await list(query)).body.users.map(({ uid }) => uid)
  expect(uids).toEqual(uids.toSorted((a, b) => a - b))
  const banned = (await list({ ...query, status: 'banned' })).body
  expect(banned.users.map(({ banned }) => banned)).toEqual(Array(banned.total).fill(true))
})

test.each<Record<string, string>>([
  { status: 'gone' },
  { verified: '1' },
  { role: 'owner' },
  { time: 'some' },
  { product: '0' },
  { infractions: '3' },
  { last_login: 'today' },
  { sort: 'email' },
])('the list refuses %o', async (query) => {
  expect((await list(query as Query)).status).toBe(422)
})
