import { openS3Storage } from '#server/adapters/storage/s3.ts'
import { startS3Store } from '#server/adapters/storage/testing/s3-store.ts'
import { readS3Url } from '#server/kernel/s3-url.ts'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'

/** A store that speaks S3 with a bucket for a shop, and what is between the two. */
export async function openStore() {
  const store = await startS3Store()
  const address = await store.addBucket()
  const proxy = await openDatabaseProxy(address)
  const files = openS3Storage(readS3Url(address))
  return {
    feel: store.feel,
    proxy,
    /** What a shop must be told. */
    env: { S3_URL: proxy.url },
    /** The bucket, past what is between. */
    files,
    async close() {
      files.close()
      await proxy.close()
      await store.close()
    },
  }
}
