import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { health } from '#contract/platform/health.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { type BackgroundMigration, migrateRows } from './background-migrations.ts'

const shop = await fileFixture(openTestShop())
const { db } = shop
const admin = await signIn(shop.app, { admin: true })

async function doubling(table: string, rows: number) {
  await sql`create table ${sql.table(table)} as
    select id, id % 7 as amount from generate_series(1, ${sql.lit(rows)}) as id`.execute(db)
  await sql`alter table ${sql.table(table)} add primary key (id)`.execute(db)
  const doubled: BackgroundMigration = {
    name: `0999_${table}`,
    does: 'Doubles the amounts of many rows',
    table,
    key: 'id',
    async change(tx, after, upTo) {
      await sql`update ${sql.table(table)} set amount = amount * 2
        where id > ${after} and id <= ${upTo}`.execute(tx)
    },
  }
  const { name } = doubled
  return {
    doubled,
    begin: () => db.insertInto('background_migrations').values({ name }).execute(),
    state: () =>
      db
        .selectFrom('background_migrations')
        .selectAll()
        .where('name', '=', name)
        .executeTakeFirstOrThrow(),
    shown: async () =>
      (await shop.call(health.get, {}, admin)).body.migrations.filter((each) => each.name === name),
  }
}

test('changes each of many rows once, however often its process is killed', async () => {
  const rows = 200_000
  const { doubled, begin, state, shown } = await doubling('many', rows)
  expect(await migrateRows(db, [doubled])).toBe(false)
  await begin()
  expect(await shown()).toMatchObject([{ rows: 0, error: null }])

  // Two processes work on the migration, and their connections are cut in the middle of a batch.
  let working = true
  const work = async () => {
    while (working && !(await state()).finished_at) await migrateRows(db, [doubled]).catch(() => {})
  }
  const workers = [work(), work()]
  let kills = 0
  for (let round = 0; round < 200 && kills < 5; round += 1) {
    const cut = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'update "many"%' and state <> 'idle'`.execute(
      db,
    )
    kills += cut.rows.length
    await delay(5)
  }
  expect(kills).toBeGreaterThan(0)
  // The previous version inserts a row in the meantime.
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
})

test('reports the reason of a failure on Health, and continues from there', async () => {
  const rows = 3500
  const { doubled, begin, state, shown } = await doubling('several', rows)
  await begin()
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
  expect(await state()).toMatchObject({ done_rows: rows, error: null })
})
