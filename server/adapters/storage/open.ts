import path from 'node:path'
import type { Config } from '#server/kernel/config/config.ts'
import { StartError } from '#server/kernel/config/start-error.ts'
import { FilesTrouble } from '#server/kernel/network/files-trouble.ts'
import { checkStorage } from './check.ts'
import { openFileStorage } from './files.ts'
import { joinStorages } from './joined.ts'
import type { Storage } from './storage.ts'

type Where = Pick<Config, 'logLevel' | 's3' | 'filesIn' | 'signedDownloads'>

/** Throws a StartError if the bucket cannot be used, but not if it is temporarily unavailable. */
export async function openStorage(where: Where, dataDir: string): Promise<Storage> {
  const { present, former } = await openStorages(where, dataDir)
  return former ? joinStorages(present, former) : present
}

export async function openStorages(where: Where, dataDir: string) {
  const { s3, filesIn, signedDownloads, logLevel } = where
  const folder = await openFileStorage(path.join(dataDir, 'files'))
  if (!s3) return { present: folder, former: null }
  // The S3 library takes 35 MB of memory and a quarter of a second, and few shops need it.
  const { openS3Storage } = await import('./s3.ts')
  const bucket = openS3Storage(s3, { signed: signedDownloads })
  try {
    await checkStorage(bucket)
  } catch (error) {
    if (!(error instanceof FilesTrouble)) throw error
    if (error.misconfigured) throw new StartError(`S3_URL cannot be used. ${error.message}`)
    if (logLevel !== 'silent')
      console.error(`  File storage cannot be reached right now. ${error.message}`)
  }
  return filesIn === 's3'
    ? { present: bucket, former: folder }
    : { present: folder, former: bucket }
}
