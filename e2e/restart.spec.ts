import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '#server/kernel/database/database.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { startShop } from '#server/kernel/testing/running-shop.ts'
import { fillCart } from './cart.ts'
import { signInCookies } from './customer.ts'
import { expectStatus } from './orders.ts'
import { payCrypto } from './sandbox.ts'
import { expect, test } from './test.ts'

test('a killed process loses no data', async ({ page, consoleErrors }) => {
  // Errors of the page's requests while the server is unavailable.
  consoleErrors.expected.push(/ERR_|Failed to load resource/)
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-restart-'))
  await cp(process.env.LOADOUT_TEST_DATA!, dataDir, { recursive: true })
  const db = openDatabase(database.url, 2)
  const killed = await startShop(database.url, dataDir)
  let next: typeof killed | undefined
  try {
    await page.context().addCookies(await signInCookies(db, killed.url))
    await fillCart(page, db, 2)
    await page.goto(`${killed.url}/checkout`)
    await page.getByText('Cryptocurrency').click()
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    const address = await page.getByText(/^bc1q/).textContent()
    const order = new URL(page.url()).searchParams.get('order')!

    await killed.stop('SIGKILL')
    const { port } = new URL(killed.url)
    next = await startShop(database.url, dataDir, { PORT: port })
    await page.reload()
    await expect(page.getByText(address!)).toBeVisible()
    await payCrypto({ ...next, db }, order, 'confirm')
    await expectStatus(db, order, 'finished')
    await page.goto(`${next.url}/dashboard?t=subscriptions`)
    await expect(page.getByText('Active: 30 days left.')).toHaveCount(2)
  } finally {
    await killed.stop('SIGKILL')
    await next?.stop()
    await db.destroy()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
