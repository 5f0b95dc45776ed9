import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { grantTime } from '#server/access/subscriptions/ledger.ts'
import { daysToSeconds } from '#server/access/subscriptions/time.ts'
import { openDatabase } from '#server/kernel/database/database.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { startShop } from '#server/kernel/testing/running-shop.ts'
import { createUser, logIn } from './customer.ts'
import { endSession } from './end-session.ts'
import { expect, test } from './test.ts'

test('processes and pages follow the clock of the sandbox, and a real shop rejects it', async ({
  page,
}) => {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-clock-'))
  await cp(process.env.LOADOUT_TEST_DATA!, dataDir, { recursive: true })
  const inTestMode = { SANDBOX: '1' }
  const one = await startShop(database.url, dataDir, inTestMode)
  const other = await startShop(database.url, dataDir, inTestMode)
  const db = openDatabase(database.url, 2)
  try {
    const user = await createUser(db)
    const product = await db.selectFrom('products').select('id').executeTakeFirstOrThrow()
    const seconds = daysToSeconds(30)
    await grantTime(db, { userId: user.id, productId: product.id, seconds, cause: 'grant' })
    // A session lasts a day, so each check starts a new session.
    const expectLeft = async (days: number) => {
      await endSession(page)
      await page.goto(`${other.url}/login?origin=/dashboard?t=subscriptions`)
      await logIn(page, user)
      await expect(page.getByText(`Active: ${days} days left.`)).toBeVisible()
    }
    await expectLeft(30)
    const sandbox = await page.context().newPage()
    await sandbox.goto(one.sandboxUrl)
    for (const words of ['1 day ahead', '2 days ahead']) {
      await sandbox.getByRole('button', { name: '+1 day' }).click()
      await expect(sandbox.getByText(words)).toBeVisible()
      await expect(async () => {
        await page.goto(other.sandboxUrl)
        await expect(page.getByText(words)).toBeVisible({ timeout: 500 })
      }).toPass()
    }
    await expectLeft(28)
    const shown = async () =>
      Date.parse((await sandbox.getByRole('time').first().getAttribute('datetime'))!)
    for (const [words, days] of [
      // Skips to the next renewal of the shop.
      ['Skip to next renewal', 0],
      ['+1 month', 27],
    ] as const) {
      const before = await shown()
      await sandbox.getByRole('button', { name: words }).click()
      await expect.poll(async () => (await shown()) - before).toBeGreaterThan(days * 86_400_000)
    }
  } finally {
    await db.destroy()
    await one.stop()
    await other.stop()
  }
  await expect(startShop(database.url, dataDir, { SANDBOX: '0' })).rejects.toThrow(
    /The clock of this database was moved \d+ days ahead in test mode/,
  )
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})
