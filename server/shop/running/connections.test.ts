import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/kernel/database/database.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { startShop } from '#server/kernel/testing/running-shop.ts'

/** From docs/operating/scale.md. The maximum also includes the job queue and listeners. */
const [web, work, most] = [10, 6, 38]

const ask = (url: string) =>
  fetch(`${url}/api/user/authenticated`, {
    headers: { cookie: `session=${'x'.repeat(43)}; signed_in=1` },
  })

test('a process uses at most 38 connections, alone or next to another', async () => {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-connections-'))
  const db = openDatabase(database.url, 3)
  // A shop with a product does not get the demo data.
  await addProduct(db)
  const start = () => startShop(database.url, dataDir, { LOG_LEVEL: 'silent' })
  const taken = async () => {
    const { rows } = await sql<{ all: number; waiting: number }>`
      select count(*)::int as all, (count(*) filter (where wait_event_type = 'Lock'))::int as waiting
        from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      db,
    )
    // Excludes the connection that holds the lock.
    return { all: rows[0]!.all - 1, waiting: rows[0]!.waiting }
  }
  const shops = [await start()]
  try {
    for (const count of [1, 2]) {
      if (count === 2) shops.push(await start())
      const { asked } = await db.transaction().execute(async (tx) => {
        // Every query on one of these tables waits and holds its connection.
        await sql`lock table sessions, payment_events`.execute(tx)
        await sql`
          select graphile_worker.add_job('payments.work_stripe_event', json_build_object('event', each))
            from generate_series(1, ${60 * count}::int) as each`.execute(db)
        const requests = shops.flatMap(({ url }) => Array.from({ length: 60 }, () => ask(url)))
        await expect.poll(async () => (await taken()).waiting).toBe(count * (web + work))
        const { all } = await taken()
        expect([count, all, all <= count * most]).toEqual([count, all, true])
        return { asked: requests }
      })
      await Promise.all(asked)
    }
  } finally {
    for (const shop of shops) await shop.stop()
    await db.destroy()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
