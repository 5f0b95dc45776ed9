import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { writeLog } from './log.ts'

const shop = await fileFixture(openTestShop())

test('the shop’s own connection can neither change nor empty the log', async () => {
  await writeLog(shop.db, { source: 'kept', message: 'For good' })
  const month = `months.logs_${new Date().toISOString().slice(0, 7).replace('-', '_')}`
  for (const attempt of [
    sql`update logs set message = 'x'`,
    sql`update logs set details = without_names(details)`,
    sql`delete from logs`,
    sql`truncate logs`,
    sql`truncate logs cascade`,
    sql`truncate ${sql.raw(month)}`,
    sql`truncate months.logs_rest`,
    sql`update ${sql.raw(month)} set message = 'x'`,
    sql`delete from ${sql.raw(month)}`,
    sql`insert into logs (id, created_at, level, type, message) overriding system value
        select id, created_at, level, type, 'x' from logs limit 1
        on conflict (id, created_at) do update set message = 'x'`,
  ]) {
    await expect(attempt.execute(shop.db)).rejects.toMatchObject({ code: '23001' })
  }
  const kept = shop.db.selectFrom('logs').select('message').where('type', '=', 'kept')
  expect(await kept.execute()).toEqual([{ message: 'For good' }])
})
