import { openS3Storage } from '#server/adapters/storage/s3.ts'
import { startS3Store } from '#server/adapters/storage/testing/s3-store.ts'
import { readS3Url } from '#server/kernel/config/s3-url.ts'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'

/** Starts an S3-compatible store with a bucket for a shop, and a proxy in front of it. */
export async function openStore() {
  const store = await startS3Store()
  const address = await store.addBucket()
  const proxy = await openDatabaseProxy(address)
  const files = openS3Storage(readS3Url(address))
  return {
    feel: store.feel,
    proxy,
    /** Environment variables for a shop. */
    env: { S3_URL: proxy.url },
    /** Direct access to the bucket, without the proxy. */
    files,
    async close() {
      files.close()
      await proxy.close()
      await store.close()
    },
  }
}
