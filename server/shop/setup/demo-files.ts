import { everyFile, type Storage } from '#server/adapters/storage/storage.ts'
import { FilesTrouble } from '#server/kernel/network/files-trouble.ts'

/** Files of releases, builds and traces, whose rows were deleted with the demo. */
const prefixes = ['loader/', 'evidence/']

/** Pictures stay. Returns a sentence that explains why files remain, or null. */
export async function removeDemoFiles(storage: Storage): Promise<string | null> {
  try {
    for (const prefix of prefixes)
      for await (const { key } of everyFile(storage, prefix)) await storage.delete(key)
    return null
  } catch (error) {
    if (!(error instanceof FilesTrouble)) throw error
    return `Some files of the demo’s loaders could not be deleted. ${error.message} Then delete everything below ${prefixes.join(' and ')} there.`
  }
}
