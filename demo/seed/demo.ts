import { seedDemoModules, seedDemoRelease } from '#demo/loader/release.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import type { Config } from '#server/kernel/config/config.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import type { Issuer } from '#server/selling/documents/make.ts'
import { demoScreenshots } from '../details.ts'
import { demoPosts } from '../posts.ts'
import { demoProducts } from '../products.ts'
import { seedCatalogue } from './catalogue.ts'
import { seedCustomerHistory } from './customer-history.ts'
import { seedDocuments } from './documents.ts'
import { seedIncidents } from './incidents.ts'
import { seedJournal } from './journal.ts'
import { seedLogs } from './logs.ts'
import { seedPeople } from './people.ts'
import { type Pictures, storePictures } from './pictures.ts'
import { seedReferrals } from './referrals.ts'
import { giveBack } from './refunds.ts'
import { seedTickets } from './tickets.ts'

/**
 * Adds demo data to an empty shop: products, codes, posts, module statuses, releases, and the demo
 * logins with a history. Does nothing if the shop has a product. The passwords are public, so call
 * it in test mode only.
 */
export async function seedDemo(db: Database, storage: Storage, config: Config): Promise<void> {
  if (await hasProducts(db)) return
  // Outside the transaction, which would otherwise stay open for seconds. Storing a picture twice
  // has no effect.
  const covers = await storePictures(db, storage, 'cover', names(demoProducts, 'slug'))
  const screenshots = await storePictures(db, storage, 'screenshot', demoScreenshots)
  const pictures = await storePictures(db, storage, 'post', names(demoPosts, 'key'))
  await transaction(db, async (tx) => {
    await waitForLock(tx, 'demo')
    if (await hasProducts(tx)) return
    await furnish(tx, new Map([...covers, ...screenshots]), pictures, { ...config, test: true })
    // In the same transaction, because the next start skips a shop that has products.
    await seedDemoRelease(tx, storage)
    await seedDemoModules(tx, storage)
  })
}

const inTests: Issuer = {
  ...{ shopName: 'Loadout', siteUrl: 'http://localhost:3000', timeZone: 'UTC', test: true },
}

/** The part of the demo data that is in the database. `covers` also contains the screenshots. */
export async function furnish(
  tx: Tx,
  covers: Pictures,
  pictures: Pictures,
  issuer: Issuer = inTests,
): Promise<void> {
  const now = new Date()
  await seedCatalogue(tx, covers, now)
  await seedJournal(tx, pictures, now)
  const people = await seedPeople(tx, now)
  const givenBack = await seedCustomerHistory(tx, people, now)
  await seedIncidents(tx, people, now)
  await seedReferrals(tx, people, now)
  await seedDocuments(tx, issuer)
  for (const each of givenBack) await giveBack(tx, issuer, { ...each, by: people }, now)
  await seedTickets(tx, people, now)
  await seedLogs(tx, people, now)
}

async function hasProducts(db: Database): Promise<boolean> {
  return (await db.selectFrom('products').select('id').limit(1).execute()).length > 0
}

function names<K extends string>(rows: Record<K, string>[], key: K): string[] {
  return rows.map((row) => row[key])
}
