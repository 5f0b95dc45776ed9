import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runJobs } from './jobs.ts'
import { assertClock } from './machine-clock.ts'
import { fileFixture } from './testing/file-fixture.ts'
import { openTestShop } from './testing/shop.ts'

const { shop, db, databaseUrl } = await fileFixture(openTestShop())
const days = 86_400_000

test('a start is refused, in a sentence, on a machine whose clock is not the database’s', async () => {
  await assertClock(databaseUrl)
  for (const strays of [2 * days, -2 * days])
    await expect(assertClock(databaseUrl, () => Date.now() + strays)).rejects.toThrow(
      /^The clock of this machine says .* UTC and the database’s .* UTC: set them right/,
    )
})

test('schedules that a clock which was ahead has run for days to come run again at once', async () => {
  await sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('ahead', now(), now() + interval '2 days'), ('right', now(), now() - interval '1 hour')`.execute(
    db,
  )
  const runner = await runJobs(shop, [], databaseUrl, { grace: 100 })
  const read = async () => {
    const { rows } = await sql<{ ahead: boolean; right: boolean }>`
      select bool_or(identifier = 'ahead' and last_execution > now()) as ahead,
             bool_or(identifier = 'right' and last_execution < now() - interval '59 minutes') as right
        from graphile_worker._private_known_crontabs`.execute(db)
    return rows[0]
  }
  await expect.poll(read, { timeout: 20_000 }).toEqual({ ahead: false, right: true })
  await runner.stop()
})
