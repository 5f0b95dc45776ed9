import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { mostFound, staffSearch } from '#contract/shop/search.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop())
const support = await signIn(shop.app, { support: true })

const find = async (q: string) =>
  (await shop.call(staffSearch.search, { query: { q } }, support)).body

async function openTicket(userId: number, title: string) {
  const { id } = await shop.db
    .insertInto('tickets')
    .values({ user_id: userId, title, content: 'Since today.', category: 'Technical' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('finds users as in their list, the one with the exact id first', async () => {
  const { user } = await signIn(shop.app)
  const found = { uid: user.id, username: user.username, email: user.email }
  for (const q of [
    user.username.toUpperCase(),
    ` ${user.email}`,
    user.username.slice(0, -2),
    user.username.slice(2),
    user.email.slice(3),
  ]) {
    expect((await find(q)).users).toEqual([found])
  }
  for (const q of [String(user.id), `#${user.id}`]) {
    expect((await find(q)).users[0]).toEqual(found)
  }
  await shop.db
    .updateTable('users')
    .set({ deleted_at: new Date() })
    .where('id', '=', user.id)
    .execute()
  expect((await find(user.username)).users).toEqual([])
})

test('finds orders as in their list', async () => {
  const { user } = await signIn(shop.app)
  const id = randomUUID()
  await shop.db
    .insertInto('orders')
    .values({ id, user_id: user.id, type: 'crypto', total_cents: 999 } as never)
    .execute()
  for (const q of [id.slice(0, 8), id.slice(0, 12), id.replaceAll('-', ''), id.toUpperCase()]) {
    expect((await find(q)).orders).toMatchObject([{ id, uid: user.id, username: user.username }])
  }
  await shop.db
    .insertInto('payments')
    .values({
      ...{ order_id: id, provider: 'nowpayments', provider_id: `np-${id}` },
      ...{ status: 'waiting', pay_address: `bc1q${id}`, amount_cents: 999 },
    })
    .execute()
  for (const q of [`bc1q${id}`, user.username, user.username.slice(2), user.email.slice(3)]) {
    expect((await find(q)).orders).toMatchObject([{ id }])
  }
  expect((await find(id.slice(1))).orders).toEqual([])
  expect((await find(`${id}0`)).orders).toEqual([])
})

test('finds tickets by id or words of the title, newest first', async () => {
  const { user } = await signIn(shop.app)
  const word = `Crash${randomUUID().slice(0, 8)}`
  const first = await openTicket(user.id, `${word} after the start`)
  const second = await openTicket(user.id, `Another ${word}`)
  const ids = async (q: string) => (await find(q)).tickets.map(({ id }) => id)
  expect(await ids(word.toLowerCase())).toEqual([second, first])
  expect((await ids(String(first)))[0]).toBe(first)
  expect((await ids(`#${second}`))[0]).toBe(second)
  expect((await find(user.email)).tickets.map(({ id }) => id)).toEqual([second, first])
  expect(await ids('100%')).toEqual([])
})

test('returns a few results of each kind, and none for an empty search', async () => {
  for (let count = 0; count < mostFound + 2; count++) {
    const { user } = await signIn(shop.app)
    await openTicket(user.id, 'One of many')
  }
  expect((await find('user-')).users).toHaveLength(mostFound)
  expect((await find('one of many')).tickets).toHaveLength(mostFound)
  const nothing = { users: [], orders: [], tickets: [], products: [], not_searched: [] }
  expect(await find('  ')).toEqual(nothing)
  expect(await find('nothing of the kind')).toEqual(nothing)
})

test('finds products by part of the name for staff who manage products', async () => {
  const name = `Aim ${randomUUID().slice(0, 8)} Trainer`
  const id = await addProduct(shop.db, { slug: name.replaceAll(' ', '-').toLowerCase(), name })
  const admin = await signIn(shop.app, { admin: true })
  const query = { q: name.slice(2, -3).toLowerCase() }
  const { body } = await shop.call(staffSearch.search, { query }, admin)
  expect(body.products).toEqual([{ id, name }])
  expect((await find(query.q)).products).toEqual([])
})
