import { createHash } from 'node:crypto'
import { readMark } from '#server/loader/marks.ts'
import type { SigningKey } from '#server/loader/signing-key.ts'
import {
  type Stamp,
  stampEnd,
  stampMagic,
  stampVerifier,
  verifyBlock,
} from '#server/loader/stamp.ts'
import { slotSize } from '#server/releases/slots.ts'
import type { Places } from './places.ts'

/** A file of nothing but blocks takes no longer than one of none. */
const mostBlocks = 1000

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
}

type Keys = { keys: readonly SigningKey[]; markKey: Buffer | null }

/** Reads a file once, as it comes, for all that names a copy. Memory does not grow with it. */
export async function scan(
  file: AsyncIterable<Buffer>,
  places: Places,
  { keys, markKey }: Keys,
): Promise<Scanned> {
  const hash = createHash('sha256')
  const tail = stampVerifier()
  const blocks = new Map<string, Stamp>()
  const marks = new Map<string, Set<string>>()
  const releases = new Set<number>()
  let size = 0
  let looked = 0
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
    looked += 1
    const stamp = looked <= mostBlocks ? verifyBlock(bytes, keys) : null
    if (stamp) blocks.set(stamp.build, stamp)
  }

  for await (const piece of file) {
    hash.update(piece)
    tail.see(piece)
    size += piece.length
    const bytes = Buffer.concat([held, piece])
    for (; nextSlot + slotSize <= bytes.length; nextSlot += 1) {
      if (places.mayBegin(bytes, nextSlot)) noteSlot(bytes.subarray(nextSlot, nextSlot + slotSize))
    }
    for (
      let at = bytes.indexOf(stampMagic, nextBlock);
      at >= 0;
      at = bytes.indexOf(stampMagic, at + 1)
    ) {
      const end = at + stampMagic.length
      noteBlock(bytes.subarray(Math.max(0, end - stampEnd), end))
    }
    nextBlock = Math.max(0, bytes.length - stampMagic.length + 1)
    const passed = Math.max(0, bytes.length - stampEnd - slotSize)
    held = bytes.subarray(passed)
    nextSlot -= passed
    nextBlock -= passed
  }
  const { stamp: whole, bodySha256 } = tail.end(keys)
  return { size, sha256: hash.digest('hex'), bodySha256, whole, blocks, marks, releases }
}
