import { createHash } from 'node:crypto'
import { readMark } from '#server/licensing/loader/marks.ts'
import type { SigningKey } from '#server/licensing/loader/signing-key.ts'
import {
  findBlock,
  magicSize,
  type Stamp,
  stampEnd,
  stampMark,
  stampVerifier,
  verifyBlock,
} from '#server/licensing/loader/stamp.ts'
import { slotSize } from '#server/licensing/releases/slots.ts'
import type { Places } from './places.ts'

/** A limit per kind: anyone with a copy can create a file full of false blocks or slots. */
const mostBlocks = 10_000
const mostSlots = 10_000

export type Scanned = {
  size: number
  sha256: string
  /** The hash of the bytes before the block at the end, or of the whole file. */
  bodySha256: string
  /** The stamp at the end, if its signature and hash are valid. */
  whole: Stamp | null
  /** Blocks that the shop signed, at any position, by build. */
  blocks: Map<string, Stamp>
  /** The slots that name a build, each by release and number. */
  marks: Map<string, Set<string>>
  releases: Set<number>
  /** Possible blocks and slots that were not checked because of the limits. */
  unchecked: { blocks: number; slots: number }
}

type Keys = { keys: readonly SigningKey[]; markKey: Buffer | null }

/** Reads the file as a stream. Memory use does not depend on its size. */
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
  const isFirst = { block: firsts(mostBlocks), slot: firsts(mostSlots) }
  const unchecked = { blocks: 0, slots: 0 }
  let held: Buffer = Buffer.alloc(0)
  let nextSlot = 0
  let nextBlock = 0

  function noteSlot(bytes: Buffer) {
    const place = places.find(bytes)
    if (!place) return
    releases.add(place.release)
    const first = isFirst.slot(bytes.toString('latin1'))
    if (first === undefined) unchecked.slots += 1
    if (!first) return
    const build = markKey && readMark(markKey, bytes, place.slot)
    if (!build) return
    marks.set(build, (marks.get(build) ?? new Set()).add(`${place.release}/${place.slot}`))
  }

  function noteBlock(bytes: Buffer) {
    const block = findBlock(bytes)
    if (!block || !keys.some(({ id }) => id === block.keyId)) return
    const first = isFirst.block(bytes.toString('latin1', bytes.length - block.size))
    if (first === undefined) unchecked.blocks += 1
    const stamp = first ? verifyBlock(bytes, keys) : null
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
    ...{ blocks, marks, releases, unchecked },
  }
}

function firsts(most: number) {
  const seen = new Set<string>()
  return (bytes: string): boolean | undefined => {
    if (seen.has(bytes)) return false
    if (seen.size === most) return undefined
    seen.add(bytes)
    return true
  }
}
