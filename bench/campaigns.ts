import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type { OutgoingMail } from '#server/adapters/mail/mail.ts'
import { loadConfig } from '#server/kernel/config/config.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { sendCampaign } from '#server/people/campaigns/sending.ts'
import { startCampaign } from '#server/people/campaigns/start.ts'
import { closeShop, openShop } from '#server/shop/open-shop.ts'
import type { Shop } from '#server/shop/shop.ts'
import { startChild } from './child.ts'
import { printRatio } from './print.ts'

const recipients = 1000
const rounds = 3

/**
 * Compares a campaign, which stores each mail in the database, with plain delivery of the same
 * mails.
 */
export async function measureCampaigns(aim: number) {
  const mailbox = await startChild<object, string>('./mailbox.ts', {})
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-bench-'))
  const config = loadConfig({
    SMTP_URL: mailbox.said,
    MAIL_FROM: 'shop@example.com',
    LOG_LEVEL: 'silent',
  })
  // High enough that only the mail server limits the rate.
  config.campaignRate = 1_000_000
  const shop = await openShop({ config, dataDir, databaseUrl: database.url })
  try {
    await sql`
      insert into users (username, email, verified_at)
      select 'reader-' || n, 'reader-' || n || '@example.com', now()
        from generate_series(1, ${recipients}) n`.execute(shop.db)
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const mails: OutgoingMail[] = []
      ours.push(await rateOf(() => send(shop, mails)))
      theirs.push(await rateOf(() => handOver(shop, mails)))
    }
    printRatio('Mails of a campaign, per second', ours, theirs, aim)
  } finally {
    await closeShop(shop)
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
    mailbox.stop()
  }
}

async function rateOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (recipients * 1000) / (performance.now() - began)
}

async function send(shop: Shop, sent: OutgoingMail[]) {
  const { user } = await signInAs(shop.db, { admin: true })
  const words = { subject: 'News', content: 'Hello,\n\n**new builds** are [out](/store).' }
  const id = await startCampaign(shop.db, shop.config, user, { ...words, group: 'all' })
  const transport = shop.mail!
  const mail = {
    ...transport,
    async send(one: OutgoingMail) {
      sent.push(one)
      await transport.send(one)
    },
  }
  for (let more = true; more; ) {
    more = false
    await sendCampaign({ ...shop, mail }, id, async () => {
      more = true
    })
  }
}

async function handOver({ mail }: Shop, mails: OutgoingMail[]) {
  const left = [...mails]
  const sender = async () => {
    for (let next = left.pop(); next; next = left.pop()) await mail!.send(next)
  }
  await Promise.all(Array.from({ length: 8 }, sender))
}
