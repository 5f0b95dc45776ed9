import { everyFile, type Storage } from '#server/adapters/storage/storage.ts'
import { FilesTrouble } from '#server/kernel/files-trouble.ts'

/** Of releases, of builds and of what was traced: their rows went with the demo. */
const prefixes = ['loader/', 'evidence/']

/**
 * Removes the files whose rows are gone. Pictures stay. Answers why some are left, in a sentence, where
 * the store cannot be reached: null when none is.
 */
export async function removeDemoFiles(storage: Storage): Promise<string | null> {
  try {
    for (const prefix of prefixes)
      for await (const { key } of everyFile(storage, prefix)) await storage.delete(key)
    return null
  } catch (error) {
    if (!(error instanceof FilesTrouble)) throw error
    return `Files of its loaders are left, which nothing names any more. ${error.message} Then delete what is below ${prefixes.join(' and ')} there.`
  }
}
