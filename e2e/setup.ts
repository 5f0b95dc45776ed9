import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { seedDemoRelease } from '#demo/loader/release.ts'
import { demoPosts } from '#demo/posts.ts'
import { demoProducts } from '#demo/products.ts'
import { furnish } from '#demo/seed/demo.ts'
import { storePictures } from '#demo/seed/pictures.ts'
import { openFileStorage } from '#server/adapters/storage/files.ts'
import { openDatabase, transaction } from '#server/kernel/database/database.ts'
import { createTestDatabase, startTestDatabases } from '#server/kernel/testing/database.ts'
import { startShop } from '#server/kernel/testing/running-shop.ts'
import { startHtmlChecker } from './html-checker.ts'

/** Seeds the demo shop once. Every worker gets a copy of its database and files. */
export default async function setup() {
  const stopDatabases = await startTestDatabases()
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-e2e-'))
  await furnishShop(database.url, dataDir)
  const shop = await startShop(database.url, dataDir)
  await shop.stop()
  // Started last, because a setup that fails does not stop it.
  const stopHtmlChecker = await startHtmlChecker()
  process.env.LOADOUT_TEST_TEMPLATE = database.url
  process.env.LOADOUT_TEST_DATA = dataDir
  return async () => {
    stopHtmlChecker()
    await stopDatabases()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Creates the demo shop with only four covers and one picture for all: painting all of them takes
 * half a minute.
 */
async function furnishShop(databaseUrl: string, dataDir: string) {
  const db = openDatabase(databaseUrl, 2)
  const storage = await openFileStorage(path.join(dataDir, 'files'))
  const slugs = demoProducts.map(({ slug }) => slug)
  const keys = demoPosts.map(({ key }) => key)
  const covers = await storePictures(db, storage, 'cover', slugs.slice(0, 4))
  const pictures = await storePictures(db, storage, 'post', keys.slice(0, 1))
  const inTurn = (names: string[], painted: number[]) =>
    new Map(names.map((name, n) => [name, painted[n % painted.length]!]))
  await transaction(db, (tx) =>
    furnish(tx, inTurn(slugs, [...covers.values()]), inTurn(keys, [...pictures.values()])),
  )
  await seedDemoRelease(db, storage)
  await db.destroy()
}
