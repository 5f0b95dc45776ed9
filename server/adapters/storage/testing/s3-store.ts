import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'

/** A store that speaks S3, on loopback, with an empty bucket each time it is asked for one. */
export async function startS3Store() {
  const directory = await mkdtemp(path.join(tmpdir(), 'loadout-s3-'))
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory })
  const { port } = await server.run()
  return {
    async addBucket() {
      const name = `shop-${randomUUID()}`
      await server.store.putBucket(name)
      return `s3://S3RVER:S3RVER@127.0.0.1:${port}/${name}?tls=off`
    },
    /** One that was never made. */
    noBucket: `s3://S3RVER:S3RVER@127.0.0.1:${port}/nowhere?tls=off`,
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
