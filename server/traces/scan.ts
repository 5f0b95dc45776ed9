import { createHash } from 'node:crypto'
import { readMark } from '#server/loader/marks.ts'
import type { SigningKey } from '#server/loader/signing-key.ts'
import {
  magicSize,
  readStamp,
  type Stamp,
  stampEnd,
  stampMark,
  stampVerifier,
  verifyBlock,
} from '#server/loader/stamp.ts'
import { slotSize } from '#server/releases/slots.ts'
import { alternativeReader, type Declared, type Read } from './agree.ts'
import type { Places } from './places.ts'

/** Signatures that are checked, so that a file of nothing but false blocks takes a second or so longer. */
const mostBlocks = 10_000

export type Scanned = {
  size: number
  sha256: string
  /** Of what stands before the block at its end, or of all. */
  bodySha256: string
  /** The stamp at the end, when signature and hash hold. */
  whole: Stamp | null
  /** Blocks that the shop signed, wherever they stand, by build. */
  blocks: Map<string, Stamp>
  /** The slots that name a build, each by release and number. */
  marks: Map<string, Set<string>>
  /** Releases whose slots were found, filled by the shop or not. */
  releases: Set<number>
  /** What of the releases' alternatives was found. */
  reads: Read[]
  /** Blocks that may be signed and were not checked, as there were too many before them. */
  unchecked: number
}

type Keys = { keys: readonly SigningKey[]; markKey: Buffer | null }

/** Reads a file once, as it comes, for all that names a copy. Memory does not grow with it. */
export async function scan(
  file: AsyncIterable<Buffer>,
  { places, declared }: { places: Places; declared: readonly Declared[] },
  { keys, markKey }: Keys,
): Promise<Scanned> {
  const hash = createHash('sha256')
  const tail = stampVerifier()
  const blocks = new Map<string, Stamp>()
  const marks = new Map<string, Set<string>>()
  const releases = new Set<number>()
  let size = 0
  const alternatives = alternativeReader(declared)
  const looked = new Set<string>()
  let unchecked = 0
  let held: Buffer = Buffer.alloc(0)
  let nextSlot = 0
  let nextBlock = 0

  function noteSlot(bytes: Buffer) {
    const place = places.find(bytes)
    if (!place) return
    releases.add(place.release)
    const build = markKey && readMark(markKey, bytes, place.slot)
    if (!build) return
    marks.set(build, (marks.get(build) ?? new Set()).add(`${place.release}/${place.slot}`))
  }

  function noteBlock(bytes: Buffer) {
    const read = readStamp(bytes)
    if (!read || !keys.some(({ id }) => id === read.keyId)) return
    const block = bytes.toString('latin1', bytes.length - read.size)
    if (looked.has(block)) return
    if (looked.size === mostBlocks) {
      unchecked += 1
      return
    }
    looked.add(block)
    const stamp = verifyBlock(bytes, keys)
    if (stamp) blocks.set(stamp.build, stamp)
  }

  for await (const piece of file) {
    hash.update(piece)
    tail.see(piece)
    alternatives.see(piece)
    size += piece.length
    const bytes = Buffer.concat([held, piece])
    for (; nextSlot + slotSize <= bytes.length; nextSlot += 1) {
      if (places.mayBegin(bytes, nextSlot)) noteSlot(bytes.subarray(nextSlot, nextSlot + slotSize))
    }
    for (
      let at = bytes.indexOf(stampMark, nextBlock);
      at >= 0;
      at = bytes.indexOf(stampMark, at + 1)
    ) {
      const end = at + magicSize
      if (end <= bytes.length) noteBlock(bytes.subarray(Math.max(0, end - stampEnd), end))
    }
    nextBlock = Math.max(0, bytes.length - magicSize + 1)
    const passed = Math.max(0, bytes.length - stampEnd - slotSize)
    held = bytes.subarray(passed)
    nextSlot -= passed
    nextBlock -= passed
  }
  const { stamp: whole, bodySha256 } = tail.end(keys)
  return {
    ...{ size, sha256: hash.digest('hex'), bodySha256, whole },
    ...{ blocks, marks, releases, reads: alternatives.end(), unchecked },
  }
}
