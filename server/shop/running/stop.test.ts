import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'
import { startShop } from '#server/kernel/testing/running-shop.ts'

test('a shop with an unresponsive database stops within a minute', async () => {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-stop-'))
  const proxy = await openDatabaseProxy(database.url)
  const shop = await startShop(proxy.url, dataDir, { SANDBOX: '0' })
  try {
    proxy.freeze()
    const said = await shop.stop()
    expect(said).toContain('Stopping…')
    expect(said).toContain('Some jobs had not finished after 50 seconds')
  } finally {
    await shop.stop('SIGKILL')
    await proxy.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
