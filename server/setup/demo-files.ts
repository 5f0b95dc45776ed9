import { openStorage } from '#server/adapters/storage/open.ts'
import { everyFile } from '#server/adapters/storage/storage.ts'
import { type Config, dataDirOf } from '#server/kernel/config.ts'

/** Removes the files of releases and builds, whose rows went with the demo. Pictures stay. */
export async function removeDemoFiles(config: Config) {
  const storage = await openStorage(config, dataDirOf(config))
  try {
    for await (const { key } of everyFile(storage, 'loader/')) await storage.delete(key)
  } finally {
    storage.close()
  }
}
