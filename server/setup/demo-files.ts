import { openStorage } from '#server/adapters/storage/open.ts'
import { everyFile } from '#server/adapters/storage/storage.ts'
import { type Config, dataDirOf } from '#server/kernel/config.ts'

/** Of releases, of builds and of what was traced: their rows went with the demo. */
const prefixes = ['loader/', 'evidence/']

/** Removes the files whose rows are gone. Pictures stay. */
export async function removeDemoFiles(config: Config) {
  const storage = await openStorage(config, dataDirOf(config))
  try {
    for (const prefix of prefixes)
      for await (const { key } of everyFile(storage, prefix)) await storage.delete(key)
  } finally {
    storage.close()
  }
}
