import { createHash, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import S3rver from 's3rver'
import S3Error from 's3rver/lib/models/error.js'

type Mood = 'well' | 'full' | 'without its bucket' | 'slow to answer' | 'at another time'
/** In milliseconds. */
const slowness = 1000

const full = () => new S3Error('QuotaExceeded', 'There is no room left')
const skewed = () => new S3Error('RequestTimeTooSkewed', 'The times differ too much')

export async function startS3Store() {
  const directory = await mkdtemp(path.join(tmpdir(), 'loadout-s3-'))
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory })
  const { store } = server
  let mood: Mood = 'well'
  // s3rver's own method shows a partial file, which a real bucket never does.
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const bytes = Buffer.isBuffer(content) ? content : await buffer(content)
    const written = path.join(directory, `.${randomUUID()}`)
    await writeFile(written, bytes)
    const md5 = createHash('md5').update(bytes).digest('hex')
    const target = store.getResourcePath(bucket, key, 'object')
    await mkdir(path.dirname(target), { recursive: true })
    await store.putMetadata(bucket, key, metadata, md5)
    await rename(written, target)
    if (mood === 'slow to answer') await delay(slowness)
    return { size: bytes.length, md5 }
  }
  const { getBucket, putObject, putPart } = store
  store.getBucket = async (name) => {
    if (mood === 'at another time') throw skewed()
    return mood === 'without its bucket' ? null : getBucket.call(store, name)
  }
  store.putObject = (object) => (mood === 'full' ? Promise.reject(full()) : putObject(object))
  store.putPart = (...part) =>
    mood === 'full' ? Promise.reject(full()) : putPart.apply(store, part)
  const { port } = await server.run()
  return {
    /** Sets how it responds from now on. */
    feel(next: Mood) {
      mood = next
    },
    async addBucket() {
      const name = `shop-${randomUUID()}`
      await store.putBucket(name)
      return `s3://S3RVER:S3RVER@127.0.0.1:${port}/${name}?tls=off`
    },
    noBucket: `s3://S3RVER:S3RVER@127.0.0.1:${port}/nowhere?tls=off`,
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
