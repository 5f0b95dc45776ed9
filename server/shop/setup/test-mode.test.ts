import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/kernel/database/database.ts'
import { migrate } from '#server/kernel/migrations/migrate.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { startShop } from '#server/kernel/testing/running-shop.ts'
import { refuseBesideTestMode } from './test-mode.ts'

const database = await createTestDatabase()
const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-test-mode-'))
let db: Database
beforeAll(async () => {
  await migrate(database.url)
  db = openDatabase(database.url, 1)
})
afterAll(async () => {
  await db?.destroy()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** As if the environment variables were forgotten. */
const startBare = () => startShop(database.url, dataDir, { SANDBOX: '', LOG_LEVEL: 'silent' })
const startReal = () => startShop(database.url, dataDir, { SANDBOX: '0', LOG_LEVEL: 'silent' })

test('a shop that is being set up or is open does not start as a demo without its variables', async () => {
  const { user } = await signInAs(db, { admin: true })
  const refusal = 'Set the environment variables of the shop'
  await expect(startBare()).rejects.toThrow(refusal)
  expect(await db.selectFrom('products').select('id').execute()).toEqual([])
  expect(await db.selectFrom('users').select('id').execute()).toEqual([{ id: user.id }])

  await db.updateTable('users').set({ admin: false }).execute()
  await db.updateTable('settings').set({ opened_at: new Date() }).execute()
  await expect(startBare()).rejects.toThrow(refusal)
  await db.updateTable('settings').set({ opened_at: null }).execute()
})

test('a real shop does not start while a process in test mode uses its database', async () => {
  await addProduct(db)
  const demo = await startBare()
  try {
    await expect(startReal()).rejects.toThrow('A process in test mode is using this database')
    await expect(refuseBesideTestMode(database.url)).rejects.toThrow('Stop it first')
  } finally {
    await demo.stop('SIGKILL')
  }
  const real = await startReal()
  await real.stop()
})
