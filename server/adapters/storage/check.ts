import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { FilesTrouble } from '#server/kernel/network/files-trouble.ts'
import type { Storage } from './storage.ts'

export async function checkStorage(storage: Storage): Promise<void> {
  const key = `check/${randomUUID()}`
  const written = Buffer.from(key)
  await storage.put(key, written, { contentType: 'text/plain' })
  const [file, listed] = await Promise.all([storage.get(key), storage.list(key, { limit: 1 })])
  const read = file && (await buffer(file.stream))
  await storage.delete(key)
  if (!read?.equals(written) || listed[0]?.key !== key) {
    throw new FilesTrouble('The file storage does not return the data that was written to it.', {
      misconfigured: true,
    })
  }
}
