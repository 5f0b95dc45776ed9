import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { clock } from '#server/kernel/clock.ts'
import { openDatabase } from '#server/kernel/database.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { type RunningShop, startShop } from '#server/kernel/testing/running-shop.ts'
import { grantTime } from '#server/subscriptions/ledger.ts'
import { daysToSeconds } from '#server/subscriptions/time.ts'
import { sessionCookies } from './customer.ts'
import { expect, test } from './test.ts'

async function aheadOf({ sandboxUrl }: RunningShop): Promise<number> {
  const response = await fetch(`${sandboxUrl}/control/clock`)
  return Math.round(((await response.json()) as { ahead_seconds: number }).ahead_seconds)
}

test('processes and pages go by the clock of the sandbox, and a real shop refuses it', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const database = await createTestDatabase()
  const folders = [
    await mkdtemp(path.join(tmpdir(), 'clock-')),
    await mkdtemp(path.join(tmpdir(), 'clock-')),
  ]
  const one = await startShop(database.url, folders[0]!, { SANDBOX: '1' })
  const other = await startShop(database.url, folders[1]!, { SANDBOX: '1' })
  const db = openDatabase(database.url, 2)
  try {
    const { user, token } = await signInAs(db)
    const product = await db.selectFrom('products').select('id').executeTakeFirstOrThrow()
    const seconds = daysToSeconds(30)
    await grantTime(db, { userId: user.id, productId: product.id, seconds, cause: 'grant' })
    await page.context().addCookies(sessionCookies(other.url, token))
    await page.goto(`${other.url}/dashboard?t=subscriptions`)
    await expect(page.getByText('Active: 30 days left.')).toBeVisible()

    const sandbox = await page.context().newPage()
    await sandbox.goto(one.sandboxUrl)
    for (let days = 0; days < 3; days += 1) {
      await sandbox.getByRole('button', { name: '+1 day' }).click()
      await expect(
        sandbox.getByText(days === 0 ? '1 day ahead' : `${days + 1} days ahead`),
      ).toBeVisible()
    }
    await expect.poll(() => aheadOf(other)).toBe(await aheadOf(one))
    await page.reload()
    await expect(page.getByText('Active: 27 days left.')).toBeVisible()

    await sandbox.getByRole('button', { name: 'Skip to the renewal' }).click()
    await expect(sandbox.getByText('30 days ahead')).toBeVisible()
    expect(clock.ahead()).toBe(0)
  } finally {
    await db.destroy()
    await one.stop()
    await other.stop()
  }
  await expect(startShop(database.url, folders[0]!, { SANDBOX: '0' })).rejects.toThrow(
    'The clock of this database was moved 30 days ahead in test mode',
  )
  await database.drop()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})
