import { extended, type Signature } from '#server/releases/authenticode.ts'
import { fields } from './little-endian.ts'
import type { Patch } from './patched.ts'
import { type Stamp, stampText, trailerSize } from './stamp.ts'

/** A certificate table is made of entries that are so aligned. */
const alignment = 8

/**
 * What a signed release becomes so that its signature ends with a block: how the header and the table
 * before the block change, and how long the block's payload is. The block is the very end of the
 * file; its payload is as long as it takes for the table to be aligned.
 */
export function roomInSignature(
  { table, tableAt, directoryAt, checksumAt }: Signature,
  stamp: Stamp,
) {
  const shortest = Buffer.byteLength(stampText(stamp))
  for (let payloadSize = shortest; payloadSize < shortest + 4 * alignment; payloadSize += 1) {
    const blockSize = payloadSize + trailerSize
    const before = extended(table, blockSize)
    if (!before) break
    const blockAt = tableAt + before.length
    const text = stampText({ ...stamp, release: { ...stamp.release, size: blockAt } })
    const tableSize = before.length + blockSize
    if (tableSize % alignment !== 0 || Buffer.byteLength(text) > payloadSize) continue
    const patches: Patch[] = [
      // The sum is of every byte, the block's signature too, which is made over the header: 0 is none.
      { at: checksumAt, bytes: fields([4, 0]) },
      { at: directoryAt + 4, bytes: fields([4, tableSize]) },
    ]
    return { patches, before, blockAt, payloadSize }
  }
  throw new Error(`The signature of release ${stamp.version} has no room for a block`)
}
