import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { health } from '#contract/health.ts'
import { type BackgroundMigration, migrateRows } from './background-migrations.ts'
import { signIn } from './testing/customer.ts'
import { fileFixture } from './testing/file-fixture.ts'
import { openTestShop } from './testing/shop.ts'

const shop = await fileFixture(openTestShop())
const { db } = shop
const admin = await signIn(shop.app, { admin: true })

const rows = 200_000
const doubled: BackgroundMigration = {
  name: '0999_doubled',
  does: 'Doubles the amounts of many rows',
  table: 'many',
  key: 'id',
  async change(tx, after, upTo) {
    await sql`update many set amount = amount * 2 where id > ${after} and id <= ${upTo}`.execute(tx)
  },
}
const begin = () => sql`insert into background_migrations (name) values ('0999_doubled')`
const state = () =>
  db
    .selectFrom('background_migrations')
    .selectAll()
    .where('name', '=', doubled.name)
    .executeTakeFirstOrThrow()
const shown = async () =>
  (await shop.call(health.get, {}, admin)).body.migrations.filter(
    ({ name }) => name === doubled.name,
  )

test('many rows are changed once each, however often what does it is killed', async () => {
  await sql`create table many as
    select id, id % 7 as amount from generate_series(1, ${sql.lit(rows)}) as id`.execute(db)
  await sql`alter table many add primary key (id)`.execute(db)
  expect(await migrateRows(db, [doubled])).toBe(false)
  await begin().execute(db)
  expect(await shown()).toMatchObject([{ rows: 0, error: null }])

  // Two processes at it, whose connections are cut while they are in the middle of a batch.
  let working = true
  const work = async () => {
    while (working && !(await state()).finished_at) await migrateRows(db, [doubled]).catch(() => {})
  }
  const workers = [work(), work()]
  let kills = 0
  for (let round = 0; round < 200 && kills < 5; round += 1) {
    const cut = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'update many%' and state <> 'idle'`.execute(
      db,
    )
    kills += cut.rows.length
    await delay(5)
  }
  expect(kills).toBeGreaterThan(0)
  // Somebody of the version before writes meanwhile.
  await sql`insert into many values (${rows + 1}, 3)`.execute(db)
  await Promise.all(workers)
  working = false

  const { rows: found } = await sql<{ wrong: number; doubled: number }>`
    select count(*) filter (where amount <> 2 * (id % 7))::int as wrong, count(*)::int as doubled
      from many where id <= ${rows}`.execute(db)
  expect(found).toEqual([{ wrong: 0, doubled: rows }])
  expect(await state()).toMatchObject({ done_rows: rows + 1, error: null })
  expect(await shown()).toEqual([])
  expect(await migrateRows(db, [doubled])).toBe(false)
}, 120_000)

test('what fails says why where the shop is looked after, and goes on from there', async () => {
  await db.deleteFrom('background_migrations').execute()
  await begin().execute(db)
  let broken = true
  const failing: BackgroundMigration = {
    ...doubled,
    async change() {
      if (broken) throw new Error('the disk is full')
    },
  }
  expect(await migrateRows(db, [failing])).toBe(false)
  expect(await shown()).toMatchObject([{ rows: 0, error: 'the disk is full' }])
  broken = false
  while (!(await state()).finished_at) await migrateRows(db, [failing])
  expect(await state()).toMatchObject({ done_rows: rows + 1, error: null })
})
