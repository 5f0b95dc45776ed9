import { Readable } from 'node:stream'
import { GetObjectCommand, type GetObjectCommandOutput, S3 } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { create as contentDisposition } from 'content-disposition'
import type { S3Address } from '#server/kernel/config/s3-url.ts'
import { isMissing, troubleOf } from './s3-errors.ts'
import { checkKey, isKey, type Storage, type StoredFile } from './storage.ts'

/** How long a signed URL can start a download, in seconds. */
const addressLasts = 300
/** Bytes held in memory for each file that is being written. The minimum size of a part is 5 MB. */
const partSize = 8 * 1024 * 1024
const partsAtOnce = 3
/** In milliseconds, for an attempt that sends no data. Sending a part may take 30 seconds. */
const promptly = { requestTimeout: 8000 }

/** A file appears once the store has its last byte. `signed`: downloads have their own URLs. */
export function openS3Storage(address: S3Address, { signed = false } = {}): Storage {
  const { bucket, prefix } = address
  const s3 = new S3({
    endpoint: address.endpoint,
    region: address.region,
    forcePathStyle: address.pathStyle,
    credentials: { accessKeyId: address.key, secretAccessKey: address.secret },
    maxAttempts: 3,
    // Checksums beyond the signature are specific to AWS; many stores respond with 501 to them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5000,
      requestTimeout: 30_000,
      throwOnRequestTimeout: true,
      // A customer with a slow connection delays the response. This ends one that has stopped.
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

  /** Returns null if the file is missing, and throws if the bucket is. */
  async function orNull<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work
    } catch (error) {
      if (isMissing(error)) return null
      throw troubleOf(error, address)
    }
  }

  /** A store that breaks off in the middle of a file counts as down, too. */
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
      // When the library fails, its error hides the actual cause.
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
        // The first version of this call can continue after a key, and every store supports it.
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
          // The "create folder" of a console creates an empty object that is named like the folder.
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
