import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { StartError } from '#server/kernel/config/start-error.ts'
import { type Bytes, type Cipher, decrypted } from './cipher.ts'

export type StoredObject = { object: string; bytes: number; sha256: string }

// The fastest level. It halves the size of a table at the speed of the disk.
const level = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const about = { contentType: 'application/octet-stream' }

export function openWriter(storage: Storage, prefix: string, cipher: Cipher | null) {
  return async function write(
    object: string,
    plain: Bytes,
    { compress = false } = {},
  ): Promise<StoredObject> {
    const small = compress ? compressed(plain) : plain
    const secret = cipher ? await cipher.encrypt(small) : small
    const hash = createHash('sha256')
    let bytes = 0
    async function* measured() {
      for await (const chunk of secret) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    }
    await storage.put(prefix + object, measured(), about)
    return { object, bytes, sha256: hash.digest('hex') }
  }
}
export type Writer = ReturnType<typeof openWriter>

function compressed(plain: Bytes): Bytes {
  // An error of the source reaches the reader.
  return pipeline(Readable.from(plain, { objectMode: false }), createZstdCompress(level), () => {})
}

/** Throws a StartError if an object is missing or its bytes have changed. */
export function openReader(storage: Storage, prefix: string, identity: string | null) {
  async function* proven({ object, sha256, bytes }: StoredObject): Bytes {
    const file = await storage.get(prefix + object)
    if (!file) throw new StartError(`The backup is incomplete: ${object} is missing.`)
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of file.stream as Bytes) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
    if (size !== bytes || hash.digest('hex') !== sha256) {
      throw new StartError(
        `The backup is damaged: ${object} has changed (its SHA-256 differs). Use another backup.`,
      )
    }
  }
  return {
    /** Reads the object to its end only to verify it. */
    async prove(stored: StoredObject) {
      for await (const _ of proven(stored));
    },
    async read(stored: StoredObject, { compress = false } = {}): Promise<Readable> {
      const small = identity ? await decrypted(identity, proven(stored)) : proven(stored)
      const readable = Readable.from(small, { objectMode: false })
      return compress ? pipeline(readable, createZstdDecompress(), () => {}) : readable
    },
  }
}
export type Reader = ReturnType<typeof openReader>
