import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openFileStorage } from '#server/adapters/storage/files.ts'
import { createBareDatabase } from '#server/kernel/testing/database.ts'
import type { TestShop } from '#server/kernel/testing/shop.ts'
import type { Source } from '../back-up.ts'

/** The default work factor of age takes seconds, so only one test uses it. */
export const lightWork = 10

export const sourceOf = ({ databaseUrl, dataDir, shop }: TestShop): Source => ({
  databaseUrl,
  dataDir,
  storage: shop.storage,
})

/** Creates folders for backups, and empty shops to restore them to. */
export async function openPlaces() {
  const root = await mkdtemp(path.join(tmpdir(), 'loadout-backup-'))
  const drops: (() => Promise<void>)[] = []
  const newFolder = () => mkdtemp(path.join(root, 'place-'))

  return {
    newFolder,
    async emptyShop(): Promise<Source> {
      const { url, drop } = await createBareDatabase()
      drops.push(drop)
      const dataDir = await newFolder()
      const storage = await openFileStorage(path.join(dataDir, 'files'))
      return { databaseUrl: url, storage, dataDir }
    },
    async close() {
      await Promise.all(drops.map((drop) => drop()))
      await rm(root, { recursive: true, force: true })
    },
  }
}
