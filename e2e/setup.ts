import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTestDatabase, startTestDatabases } from '#server/kernel/testing/database.ts'
import { startShop } from '#server/kernel/testing/running-shop.ts'
import { startHtmlChecker } from './html-checker.ts'

/** Seeds the demo shop once; every worker gets a copy of its database and its files. */
export default async function setup() {
  const stopDatabases = await startTestDatabases()
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-e2e-'))
  const shop = await startShop(database.url, dataDir)
  await shop.stop()
  // Last, since a setup that fails stops nothing.
  const stopHtmlChecker = await startHtmlChecker()
  process.env.LOADOUT_TEST_TEMPLATE = database.url
  process.env.LOADOUT_TEST_DATA = dataDir
  return async () => {
    stopHtmlChecker()
    await stopDatabases()
    await rm(dataDir, { recursive: true, force: true })
  }
}
