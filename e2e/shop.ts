// Changes that a test makes in this process must also reach its caches.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Database, openDatabase } from '#server/kernel/database/database.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { type RunningShop, startShop } from '#server/kernel/testing/running-shop.ts'
import { declareDomains } from '#server/shop/domains.ts'

declareDomains()

export type TestShop = RunningShop & { db: Database }

type Provide = [
  (fixtures: object, use: (shop: TestShop) => Promise<void>) => Promise<void>,
  { scope: 'worker'; timeout: number },
]

/** A seeded shop with its sandbox, separate for each worker. */
export const shopFixture: Provide = [
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of this pattern.
  async ({}, use) => {
    const database = await createTestDatabase()
    const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-e2e-'))
    await cp(process.env.LOADOUT_TEST_DATA!, dataDir, { recursive: true })
    const running = await startShop(database.url, dataDir)
    const db = openDatabase(database.url, 2)
    await use({ ...running, db })
    await db.destroy()
    await running.stop()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  },
  // Three processes start at the same time.
  { scope: 'worker', timeout: 180_000 },
]
