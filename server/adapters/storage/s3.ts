import { Readable } from 'node:stream'
import { GetObjectCommand, type GetObjectCommandOutput, S3 } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { create as contentDisposition } from 'content-disposition'
import type { S3Address } from '#server/kernel/s3-url.ts'
import { isMissing, troubleOf } from './s3-errors.ts'
import { checkKey, isKey, type Storage, type StoredFile } from './storage.ts'

/** How long a signed address may be used to begin a download, in seconds. */
const addressLasts = 300
/** What is held in memory of each file that is written, in bytes: parts of the least size allowed are 5 MB. */
const partSize = 8 * 1024 * 1024
const partsAtOnce = 3
/** How long a try of what sends nothing may wait for its answer; a part that is sent has 30 seconds. */
const promptly = { requestTimeout: 8000 }

/**
 * Storage in a bucket of any store that speaks S3. A file appears when its last byte has arrived and
 * the store has put it together. With `signed`, downloads have addresses of their own.
 */
export function openS3Storage(address: S3Address, { signed = false } = {}): Storage {
  const { bucket, prefix } = address
  const s3 = new S3({
    endpoint: address.endpoint,
    region: address.region,
    forcePathStyle: address.pathStyle,
    credentials: { accessKeyId: address.key, secretAccessKey: address.secret },
    maxAttempts: 3,
    // Checksums beyond the signature are AWS's own; many stores answer 501 to them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5000,
      requestTimeout: 30_000,
      throwOnRequestTimeout: true,
      // A customer on a slow line holds the answer up; one that has stopped ends it.
      socketTimeout: 300_000,
      httpAgent: { maxSockets: 100 },
      httpsAgent: { maxSockets: 100 },
    },
  })
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + checkKey(key) })

  async function asked<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      throw troubleOf(error, address)
    }
  }

  async function stat(key: string) {
    const found = await orNull(s3.headObject(at(key), promptly))
    return found && { size: found.ContentLength ?? 0 }
  }

  /** Null when it is the file that is missing, not the bucket. */
  async function orNull<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work
    } catch (error) {
      if (isMissing(error)) return null
      throw troubleOf(error, address)
    }
  }

  /** A store that breaks off in the middle of a file is away, too. */
  function tellingTrouble(body: Readable): Readable {
    return Readable.from(
      (async function* () {
        try {
          yield* body
        } catch (error) {
          throw troubleOf(error, address)
        }
      })(),
      { objectMode: false },
    )
  }

  return {
    stat,

    async put(key, body, { contentType }) {
      const target = { ...at(key), ContentType: contentType }
      if (Buffer.isBuffer(body)) {
        await asked(s3.putObject({ ...target, Body: body, ContentLength: body.length }))
        return
      }
      // What the library says when it gives up hides why it did.
      let broken: { error: unknown } | undefined
      const source = Readable.from(
        (async function* () {
          try {
            yield* body
          } catch (error) {
            broken = { error }
            throw error
          }
        })(),
        { objectMode: false },
      )
      const params = { ...target, Body: source }
      const upload = new Upload({ client: s3, params, partSize, queueSize: partsAtOnce })
      try {
        await upload.done()
      } catch (error) {
        throw broken ? broken.error : troubleOf(error, address)
      } finally {
        source.destroy()
      }
    },

    async get(key, range) {
      const found: GetObjectCommandOutput | null = await orNull(
        s3.getObject(
          { ...at(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) },
          promptly,
        ),
      )
      if (!found) return null
      const whole = found.ContentRange?.split('/')[1]
      return {
        stream: tellingTrouble(found.Body as Readable),
        size: Number(whole ?? found.ContentLength),
      }
    },

    async delete(key) {
      await asked(s3.deleteObject(at(key), promptly))
    },

    async list(below, { after = '', limit }) {
      const found: StoredFile[] = []
      let Marker = prefix + after
      for (;;) {
        // The first version of this call goes on after a key, and every store knows it.
        const { Contents = [], IsTruncated } = await asked(
          s3.listObjects(
            {
              Bucket: bucket,
              Prefix: prefix + below,
              MaxKeys: limit,
              ...(Marker && { Marker }),
            },
            promptly,
          ),
        )
        for (const { Key = '', Size = 0 } of Contents) {
          const key = Key.slice(prefix.length)
          // A console's "create folder" puts an empty object there that is named like the folder.
          if (isKey(key)) found.push({ key, size: Size })
          Marker = Key
        }
        if (found.length >= limit || !IsTruncated || Contents.length === 0) {
          return found.slice(0, limit)
        }
      }
    },

    async addressOf(key, fileName) {
      if (!signed || !(await stat(key))) return null
      const command = new GetObjectCommand({
        ...at(key),
        ResponseContentDisposition: contentDisposition(fileName),
        ResponseContentType: 'application/octet-stream',
        ResponseCacheControl: 'private, no-store',
      })
      return getSignedUrl(s3, command, { expiresIn: addressLasts })
    },

    close: () => s3.destroy(),
  }
}
