import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { staffUsers } from '#contract/people/staff-users.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop())
const staff = await signIn(shop.app, { support: true })

const list = (query: Input<typeof staffUsers.list>['query'] = {}) =>
  shop.call(staffUsers.list, { query }, staff)

async function add(username: string, columns: object = {}) {
  const { id } = await shop.db
    .insertInto('users')
    .values({ username, email: `${username}@example.com`, ...columns })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const unique = () => randomBytes(5).toString('hex')
const uidsOf = async (query: Input<typeof staffUsers.list>['query']) =>
  (await list(query)).body.users.map(({ uid }) => uid)

test('the search finds a text anywhere in the name or the address, in upper or lower case', async () => {
  const word = unique()
  const named = await add(`Left.${word}-right`)
  const mailed = await add(`u${unique()}`, { email: `post+${word.toUpperCase()}@Mail.example` })
  for (const search of [word, word.toUpperCase(), ` ${word.slice(1, 9)} `])
    expect(await uidsOf({ search })).toEqual([mailed, named])
  expect(await uidsOf({ search: `${word}@` })).toEqual([mailed])
})

test('the search finds an address by its domain with umlauts', async () => {
  const word = unique()
  const uid = await add(word, { email: `${word}@xn--bcher-kva.example` })
  expect(await uidsOf({ search: `${word}@bücher.example` })).toEqual([uid])
})

test('the search matches wildcard characters literally', async () => {
  const word = unique()
  const dashed = await add(`${word}_x`)
  await add(`${word}-x`)
  expect(await uidsOf({ search: `${word}_x` })).toEqual([dashed])
  for (const search of [`${word}%`, '%%%', '\\', "'; --", '((('])
    expect([(await list({ search })).status, await uidsOf({ search: `${word}%` })]).toEqual([
      200,
      [],
    ])
})

test('the search finds a full ID or Discord ID, and names by their first letter', async () => {
  const discord_id = String(10 ** 17 + Math.floor(Math.random() * 10 ** 9))
  const uid = await add(`Q${unique()}`)
  const link = { user_id: uid, discord_id, username: 'them' }
  await shop.db.insertInto('discord_links').values(link).execute()
  expect(await uidsOf({ search: discord_id })).toEqual([uid])
  expect(await uidsOf({ search: discord_id.slice(0, -1) })).not.toContain(uid)
  expect(await uidsOf({ search: String(uid) })).toContain(uid)
  expect(await uidsOf({ search: 'q' })).toContain(uid)
})

test('the search finds a part of the Discord name or of the name of a device', async () => {
  const word = unique()
  const linked = await add(`l${unique()}`)
  const discord_id = String(10 ** 17 + Math.floor(Math.random() * 10 ** 9))
  const link = { user_id: linked, discord_id, username: `The_${word}` }
  await shop.db.insertInto('discord_links').values(link).execute()
  const owner = await add(`o${unique()}`)
  const device = { user_id: owner, name: `${word.toUpperCase()}-PC` }
  await shop.db.insertInto('devices').values([device, device]).execute()
  expect(await uidsOf({ search: word.slice(1) })).toEqual([owner, linked])
})

test('the list shows the newest users first, page by page, with their total', async () => {
  const word = unique()
  const ids: number[] = []
  for (let n = 0; n < 5; n += 1) ids.unshift(await add(`${word}${n}`))
  const first = await list({ search: word, limit: 2 })
  expect(first.body).toMatchObject({ total: 5, total_is_estimate: false })
  expect(await uidsOf({ search: word, limit: 2 })).toEqual(ids.slice(0, 2))
  expect(await uidsOf({ search: word, limit: 2, page: 2 })).toEqual(ids.slice(4))
  expect(await uidsOf({ search: word, limit: 2, page: 3 })).toEqual([])
  expect((await list()).body.users).toHaveLength(Math.min(25, (await list()).body.total))
})

test('the total counts all users that are not deleted', async () => {
  const { total } = (await list()).body
  const id = await add(`gone${unique()}`)
  expect((await list()).body.total).toBe(total + 1)
  await shop.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', id).execute()
  expect((await list()).body.total).toBe(total)
  expect(await uidsOf({})).not.toContain(id)
})

test('the staff filter lists only administrators and support', async () => {
  const word = unique()
  const admin = await add(`${word}.a`, { admin: true })
  const support = await add(`${word}.s`, { support: true })
  await add(`${word}.u`)
  expect(await uidsOf({ search: word, staff: 'true' })).toEqual([support, admin])
  const all = (await list({ staff: 'true', limit: 100 })).body.users
  expect(all.every((user) => user.admin || user.support)).toBe(true)
  expect(all.map(({ uid }) => uid)).toEqual(expect.arrayContaining([admin, support]))
})

test('each user in the list has the displayed fields and no secrets', async () => {
  const word = unique()
  const id = await add(word, { banned: true, last_login_at: new Date(), password_hash: 'secret' })
  await shop.db
    .insertInto('infractions')
    .values([
      { user_id: id, type: 'a', reason: 'b' },
      { user_id: id, type: 'a', reason: 'b', cleared_at: new Date() },
    ])
    .execute()
  const [user] = (await list({ search: word })).body.users
  expect(user).toEqual({
    uid: id,
    username: word,
    email: `${word}@example.com`,
    admin: false,
    support: false,
    banned: true,
    verified: false,
    second_factor: false,
    created_at: expect.any(String),
    last_login: expect.any(String),
    infraction_count: 1,
    revision: 1,
    terms_accepted_at: null,
    terms_version: null,
  })
})

test('the list refuses pages that are too deep and page sizes that are too large', async () => {
  expect(await list({ page: 100, limit: 100 })).toMatchObject({
    status: 400,
    detail: 'Only 10000 matches can be paged through. Please narrow the search.',
  })
  expect((await list({ page: 99, limit: 100 })).status).toBe(200)
  for (const query of [{ page: -1 }, { limit: 101 }, { limit: 0 }, { search: 'x'.repeat(201) }])
    expect((await list(query)).status).toBe(422)
})

test('with many matches, the total is an estimate and only the newest are paged', async () => {
  const big = await openTestShop()
  try {
    await big.db.executeQuery(
      (await import('kysely')).sql`
        insert into users (username, email)
        select 'player' || n, 'player' || n || '@' || case when n % 2 = 0 then 'even' else 'odd' end || '.example'
          from generate_series(1, 15000) n`.compile(big.db),
    )
    const { cookie } = await signIn(big.app, { admin: true })
    const search = (text: string, more = {}) =>
      big.call(staffUsers.list, { query: { search: text, ...more } }, { cookie })
    const even = (await search('even.example', { limit: 1 })).body
    expect(even).toMatchObject({ total: 7500, total_is_estimate: true, reachable: 5000 })
    const deep = (await search('even.example', { limit: 100, page: 49 })).body
    expect(deep.users.at(-1)!.username).toBe('player5002')
    expect(even.users[0]!.username).toBe('player15000')
    // A rare match, far from the newest users.
    const rare = (await search('player12@')).body
    expect(rare).toMatchObject({ total: 1, total_is_estimate: false })
    expect((await search('yer17')).body).toMatchObject({ total: 111, total_is_estimate: false })
    expect((await big.call(staffUsers.list, { query: {} }, { cookie })).body).toMatchObject({
      total: 15_001,
      total_is_estimate: false,
      reachable: 10_000,
    })
  } finally {
    await big.close()
  }
})
