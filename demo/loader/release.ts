import type { Storage } from '#server/adapters/storage/storage.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import { addRelease, type NewRelease } from '#server/licensing/releases/add.ts'
import { getRelease } from '#server/licensing/releases/list.ts'
import { promote } from '#server/licensing/releases/promote.ts'
import { listPromoted } from '#server/licensing/releases/promoted.ts'
import { demoProgram } from './program.ts'

const version = '1.4.2'
const notes = 'Starts in half the time, and says why when a game cannot be found.'

/** Adds a loader to a demo shop, unless it has one. */
export async function seedDemoRelease(db: Database, storage: Storage): Promise<void> {
  if ((await listPromoted(db, null)).length > 0) return
  await publishRelease(db, storage, { version, notes, bytes: onlyOf(demoProgram(version)) })
}

const moduleVersion = '2.3.0'
const moduleNotes = [
  'Sees what has changed with the game’s last update.',
  '',
  '- Starts within a second',
  '- Takes its settings along from the module before',
].join('\n')

/** Adds a module for the loader to each product of a demo shop, unless it has one. */
export async function seedDemoModules(db: Database, storage: Storage): Promise<void> {
  const products = await db.selectFrom('products').select(['id', 'slug']).orderBy('id').execute()
  for (const { id: product, slug } of products) {
    if ((await listPromoted(db, product)).length > 0) continue
    const bytes = onlyOf(Buffer.from(`The module of ${slug}, ${moduleVersion}\n`.repeat(400)))
    const about = { product, version: moduleVersion, notes: moduleNotes, minimum: version, bytes }
    await publishRelease(db, storage, about)
  }
}

/** Publishes a release for all customers. */
export async function publishRelease(
  db: Database,
  storage: Storage,
  release: NewRelease,
): Promise<number> {
  return addRelease(db, storage, {
    ...release,
    async with(tx, added) {
      await waitForLock(tx, 'loader.current')
      await promote(tx, { ...(await getRelease(tx, added.id)), percent: 100, by: null })
      await release.with?.(tx, added)
    },
  })
}

export async function* onlyOf(bytes: Uint8Array) {
  yield bytes
}
