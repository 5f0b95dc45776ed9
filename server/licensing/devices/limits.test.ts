import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { devices } from '#contract/licensing/devices.ts'
import { readEntitlement } from '#demo/client/answers.ts'
import { hashOf } from '#demo/client/client.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import {
  type Customer,
  computer,
  openLoaderShop,
} from '#server/licensing/loader-api/testing/loader-shop.ts'

const shop = await fileFixture(openLoaderShop())
const day = 86_400_000

const list = async (customer: Customer) => (await shop.call(devices.list, {}, customer)).body

async function play(customer: Customer, name: string) {
  const loader = await shop.pairNew(customer)
  return loader.validate(customer.slug, computer(name), customer.build)
}

async function release(customer: Customer) {
  const params = { id: (await list(customer)).devices[0]!.id }
  return shop.call(devices.release, { params, body: { password: customer.password } }, customer)
}

/** Moves a history entry into the past. */
const age = ({ user }: Customer, kind: string, ms: number) =>
  shop.db
    .updateTable('device_history')
    .set({ created_at: new Date(Date.now() - ms) })
    .where('user_id', '=', user.id)
    .where('kind', '=', kind as 'released')
    .execute()

describe('releases', () => {
  test('are limited to two in 30 days, and each response has the date of the next one', async () => {
    const customer = await shop.addCustomer()
    await play(customer, 'first')
    expect((await list(customer)).next_release_at).toBeNull()
    const first = await release(customer)
    const next = Date.parse(first.body.next_release_at as unknown as string)
    expect(Math.abs(next - Date.now() - 7 * day)).toBeLessThan(60_000)
    expect((await list(customer)).next_release_at).toBe(first.body.next_release_at)

    await age(customer, 'released', 10 * day)
    expect((await list(customer)).next_release_at).toBeNull()
    await play(customer, 'second')
    const second = await release(customer)
    // The first release was ten days ago: no longer within the week, but still within the month.
    const later = Date.parse(second.body.next_release_at as unknown as string)
    expect(Math.abs(later - Date.now() - 20 * day)).toBeLessThan(60_000)
    await play(customer, 'third')
    expect(await release(customer)).toMatchObject({ status: 409, code: 'release_too_soon' })
    expect(await play(customer, 'fourth')).toMatchObject({
      code: 'TOO_MANY_DEVICES',
      next_release_at: second.body.next_release_at,
    })
  })
})

describe('follow the settings', () => {
  afterEach(() => shop.setSettings({ release_days: 7, releases_a_month: 2 }))

  /** In days, as both the answer and the list say. Null: now. */
  async function daysToNext(customer: Customer) {
    const { status, body } = await release(customer)
    expect(status).toBe(200)
    const { next_release_at } = await list(customer)
    expect(body.next_release_at).toEqual(next_release_at)
    return next_release_at && Math.round((Date.parse(String(next_release_at)) - Date.now()) / day)
  }

  test.each([
    { release_days: 3, releases_a_month: 2, next: 3 },
    { release_days: 365, releases_a_month: 2, next: 365 },
    { release_days: 0, releases_a_month: 1, next: 30 },
    { release_days: 0, releases_a_month: 2, next: null },
  ])('after one release the next is allowed: %o', async ({ next, ...rules }) => {
    await shop.setSettings(rules)
    const customer = await shop.addCustomer()
    await play(customer, 'first')
    expect(await daysToNext(customer)).toBe(next)
    await play(customer, 'second')
    const second = await release(customer)
    expect(second.status).toBe(next === null ? 200 : 409)
  })

  test('a limit of thirty releases in 30 days allows thirty in one day', async () => {
    await shop.setSettings({ release_days: 0, releases_a_month: 30 })
    const customer = await shop.addCustomer()
    for (let n = 1; n <= 30; n += 1) {
      expect(await play(customer, `${n}`)).toMatchObject({ code: 'VALID' })
      expect(await daysToNext(customer)).toBe(n < 30 ? null : 30)
      // A customer may pair ten times an hour.
      await shop.db.deleteFrom('loader_pairings').where('user_id', '=', customer.user.id).execute()
    }
    await play(customer, 'one more')
    expect(await release(customer)).toMatchObject({ status: 409, code: 'release_too_soon' })
  })
})

test('five mismatches in a day count as one infraction', async () => {
  const customer = await shop.addCustomer()
  const loader = await shop.pairNew(customer)
  const start = (name: string) => loader.validate(customer.slug, computer(name), customer.build)
  await start('own')
  for (let n = 1; n <= 6; n += 1) {
    expect(await start(`other ${n}`)).toMatchObject({ code: 'DEVICE_MISMATCH' })
    const entries = await shop.infractionsOf(customer)
    expect(entries.map(({ type }) => type)).toEqual(n < 5 ? [] : ['mismatch_series'])
    await age(customer, 'mismatched', 11 * 60_000)
  }
})

test('logs a changed component', async () => {
  const customer = await shop.addCustomer()
  const loader = await shop.pairNew(customer)
  const own = computer('own')
  await loader.validate(customer.slug, own, customer.build)
  const changed = { ...own, gpu: [hashOf('a new one')] }
  const { device } = await loader.validate(customer.slug, changed, customer.build)
  const told = await shop.db
    .selectFrom('logs')
    .select(['message', 'details'])
    .where('user_id', '=', customer.user.id)
    .where('message', '=', 'Device hardware changed')
    .execute()
  expect(told).toEqual([
    { message: 'Device hardware changed', details: { device, kinds: ['gpu'] } },
  ])
})

test('stores and logs no hardware values as the device sent them', async () => {
  const customer = await shop.addCustomer()
  const loader = await shop.pairNew(customer)
  const own = computer('of nobody else')
  const drifted = { ...own, gpu: [hashOf('a gpu of nobody else')] }
  const sent = [own, drifted, computer('another of nobody else')]
  for (const components of sent) await loader.validate(customer.slug, components, customer.build)
  await loader.report('tamper', 'Found a debugger')
  await release(customer)
  const wanted = [...new Set(sent.flatMap((each) => Object.values(each).flat()))]
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker')`.execute(shop.db)
  const patterns = wanted.map((hash) => `%${hash}%`)
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.raw(name)} as found
       where found::text like any(${patterns}::text[])`.execute(shop.db)
    expect(rows, name).toEqual([])
  }
  expect(tables.length).toBeGreaterThan(50)
  const { rows: kept } = await sql`
    select from device_history where user_id = ${customer.user.id}`.execute(shop.db)
  expect(kept.length).toBeGreaterThanOrEqual(4)
})

test('offline time ends after the product’s hours, or at the expiry if that is earlier', async () => {
  const customer = await shop.addCustomer({ seconds: 30 * 86_400, offline: 48 })
  const { entitlement } = await play(customer, 'own')
  const given = entitlement as { payload: string; signature: string }
  const { issued_at, not_after } = readEntitlement(given, shop.trusted) as never as {
    issued_at: string
    not_after: string
  }
  expect(Date.parse(not_after) - Date.parse(issued_at)).toBe(48 * 3_600_000)
})

test('limits an address to sixty pairings an hour', async () => {
  const limited = await openTestShop({ env: { RATE_LIMITS: 'on' } })
  try {
    const own = await openLoaderShop(limited)
    const begin = () => own.newLoader().pair({ name: 'PC', os: 'Windows 11' })
    for (let n = 0; n < 60; n += 1) await begin()
    await expect(begin()).rejects.toMatchObject({ status: 429 })
  } finally {
    await limited.close()
  }
})
