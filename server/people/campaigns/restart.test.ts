// Registers the followers of the events that the test records in this process.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/kernel/database/database.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { startShop } from '#server/kernel/testing/running-shop.ts'
import { declareDomains } from '#server/shop/domains.ts'
import { startCampaign } from './start.ts'
import { createGroup, expireLease, outcomes } from './testing/campaign.ts'

declareDomains()

test('a campaign whose process is killed while sending reaches everyone at most once', async () => {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-campaign-'))
  const db = openDatabase(database.url, 2)
  // A shop with a product does not get the demo data.
  await addProduct(db)
  const env = { CAMPAIGN_RATE: '40' }
  let shop = await startShop(database.url, dataDir, env)
  try {
    const { user } = await signInAs(db, { admin: true })
    const { group, users } = await createGroup(db, 200)
    const id = await startCampaign(db, { timeZone: 'UTC' }, user, {
      subject: 'News',
      content: 'Hello',
      group,
    })
    const sent = async () => {
      const results = [...(await outcomes(db, id)).values()]
      return results.filter(({ status }) => status === 'sent').length
    }
    for (const wanted of [20, 90]) {
      await expect.poll(sent, { timeout: 60_000, interval: 50 }).toBeGreaterThan(wanted)
      await shop.stop('SIGKILL')
      expect(await sent()).toBeLessThan(200)
      await expireLease(db, id)
      shop = await startShop(database.url, dataDir, env)
    }
    const status = db.selectFrom('campaigns').select('status').where('id', '=', id)
    const statusOf = async () => (await status.executeTakeFirstOrThrow()).status
    await expect.poll(statusOf, { timeout: 120_000 }).toBe('finished')

    const box = (await (await fetch(`${shop.sandboxUrl}/control/mail`)).json()) as {
      messages: { recipients: string[] }[]
    }
    const arrived = box.messages.flatMap(({ recipients }) => recipients)
    const results = await outcomes(db, id)
    for (const { id: userId, email } of users) {
      const times = arrived.filter((address) => address === email).length
      const { status } = results.get(userId)!
      expect(['sent', 'unknown']).toContain(status)
      if (status === 'sent') expect([email, times]).toEqual([email, 1])
      else expect(times).toBeLessThanOrEqual(1)
    }
  } finally {
    await shop.stop('SIGKILL')
    await db.destroy()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
