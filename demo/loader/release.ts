import type { Storage } from '#server/adapters/storage/storage.ts'
import type { Database } from '#server/kernel/database.ts'
import { currentRelease, publishRelease } from '#server/loader/releases.ts'
import { demoProgram } from './program.ts'

const version = '1.4.2'

/** Gives a demo shop a loader to sell, unless it has one. */
export async function seedDemoRelease(db: Database, storage: Storage): Promise<void> {
  if (await currentRelease(db)) return
  async function* bytes() {
    yield demoProgram(version)
  }
  await publishRelease(db, storage, { version, bytes: bytes() })
}
