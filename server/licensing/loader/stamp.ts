import { createHash, type KeyObject, sign, verify } from 'node:crypto'
import * as z from 'zod'
import { fields } from './little-endian.ts'
import { keyIdOf, type SigningKey } from './signing-key.ts'

/*
 * A stamped loader consists of the release's bytes, with marks (marks.ts), followed by one block:
 *
 *   payload      n bytes   JSON, UTF-8: the stamp below; spaces may follow it
 *   signature   64 bytes   Ed25519 over the format's context and the payload
 *   key id       8 bytes   the first of the SHA-256 of the public key (SPKI, DER)
 *   length       4 bytes   n, little-endian, at most 1024
 *   magic        8 bytes   "LOADOUT1", or "LOADOUT2" inside an Authenticode signature
 *
 * It is read from the end of the file. The payload contains the size and SHA-256 of the bytes
 * before the block, so the signature covers every byte of the file. docs/decisions/loader-stamp.md
 * explains the reasons.
 */
const formats = [1, 2] as const
export type StampFormat = (typeof formats)[number]
export const stampMark = Buffer.from('LOADOUT', 'latin1')
export const magicSize = 8
const magicOf = (format: StampFormat) => Buffer.from(`LOADOUT${format}`, 'latin1')
export const trailerSize = 64 + 8 + 4 + magicSize
const maxPayload = 1024
/** The maximum size of a block: it lies within this many bytes before the end of its magic. */
export const stampEnd = maxPayload + trailerSize
/** Prevents the signature of a stamp from being valid for another purpose. */
const contextOf = (format: StampFormat) => Buffer.from(`loadout loader stamp ${format}\0`, 'latin1')

const stampSchema = z.strictObject({
  build: z.uuid(),
  uid: z.int().positive(),
  version: z.string(),
  issued_at: z.iso.datetime(),
  release: z.strictObject({ sha256: z.hash('sha256'), size: z.int().nonnegative() }),
})
export type Stamp = z.output<typeof stampSchema>

/** For a copy of `stamp.release`. `room` is the payload's length, if it must be known before. */
export function stampBlock(
  stamp: Stamp,
  key: SigningKey,
  { format = 1, room = 0 }: { format?: StampFormat; room?: number } = {},
): Buffer {
  const payload = Buffer.from(padded(stampText(stamp), room))
  if (payload.length > maxPayload) throw new Error(`A stamp holds at most ${maxPayload} bytes`)
  const signature = sign(null, Buffer.concat([contextOf(format), payload]), key.privateKey)
  const keyId = Buffer.from(key.id, 'hex')
  return Buffer.concat([payload, signature, keyId, fields([4, payload.length]), magicOf(format)])
}

export const stampText = (stamp: Stamp) => JSON.stringify(stampSchema.parse(stamp))

const padded = (text: string, bytes: number) =>
  text + ' '.repeat(Math.max(0, bytes - Buffer.byteLength(text)))

/** Does not verify the block. Null if there is none. `end` may be the last 1108 bytes. */
export function readStamp(end: Uint8Array) {
  const block = findBlock(end)
  if (!block) return null
  const { format, payload, ...read } = block
  const stamp = stampSchema.safeParse(parsedJson(payload))
  if (!stamp.success) return null
  return { ...read, stamp: stamp.data, signed: Buffer.concat([contextOf(format), payload]) }
}

export function findBlock(end: Uint8Array) {
  const bytes = Buffer.from(end.buffer, end.byteOffset, end.byteLength)
  const trailer = bytes.subarray(Math.max(0, bytes.length - trailerSize))
  const magic = trailer.subarray(trailerSize - magicSize)
  const format = formats.find((one) => magicOf(one).equals(magic))
  if (trailer.length < trailerSize || !format) return null
  const length = trailer.readUInt32LE(72)
  const size = length + trailerSize
  if (length > maxPayload || size > bytes.length) return null
  return {
    format,
    payload: bytes.subarray(bytes.length - size, bytes.length - trailerSize),
    signature: trailer.subarray(0, 64),
    keyId: trailer.toString('hex', 64, 72),
    size,
  }
}

/** Proves to whom the block was issued, but not that the file before it was issued with it. */
export function verifyBlock(block: Uint8Array, keys: readonly SigningKey[]): Stamp | null {
  const read = readStamp(block)
  const key = read && keys.find(({ id }) => id === read.keyId)
  if (!read || !key) return null
  return verify(null, read.signed, key.publicKey, read.signature) ? read.stamp : null
}

/** Returns null for another signing key or any changed byte. Memory use is constant. */
export async function verifyStamp(
  file: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  publicKey: KeyObject,
): Promise<Stamp | null> {
  const verifier = stampVerifier()
  for await (const piece of file) verifier.see(piece)
  return verifier.end([{ id: keyIdOf(publicKey), publicKey }]).stamp
}

export function stampVerifier() {
  const body = createHash('sha256')
  let hashed = 0
  const hashOf = (bytes: Uint8Array) => {
    body.update(bytes)
    hashed += bytes.length
  }
  // Bytes that may belong to the block are held back until the end is known.
  let tail: Buffer = Buffer.alloc(0)
  return {
    see(piece: Uint8Array) {
      tail = Buffer.concat([tail, piece])
      const sure = Math.max(0, tail.length - stampEnd)
      hashOf(tail.subarray(0, sure))
      tail = tail.subarray(sure)
    },
    /** The stamp if a key signed it for the bytes before it, and the hash of those bytes. */
    end(keys: readonly Pick<SigningKey, 'id' | 'publicKey'>[]) {
      const read = readStamp(tail)
      hashOf(tail.subarray(0, tail.length - (read?.size ?? 0)))
      const bodySha256 = body.digest('hex')
      const key = read && keys.find(({ id }) => id === read.keyId)
      if (!read || !key) return { stamp: null, bodySha256 }
      const { stamp, signed, signature } = read
      const genuine =
        verify(null, signed, key.publicKey, signature) &&
        stamp.release.size === hashed &&
        stamp.release.sha256 === bodySha256
      return { stamp: genuine ? stamp : null, bodySha256 }
    },
  }
}

function parsedJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
