import { extended, type Signature } from '#server/licensing/releases/authenticode.ts'
import { fields } from './little-endian.ts'
import type { Patch } from './patched.ts'
import { type Stamp, stampText, trailerSize } from './stamp.ts'

/** The entries of a certificate table have this alignment. */
const alignment = 8

/** Returns the patches before the block, and its payload's length, padded to align the table. */
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
      // A checksum would cover the block's signature, and that covers the header. 0 means none.
      { at: checksumAt, bytes: fields([4, 0]) },
      { at: directoryAt + 4, bytes: fields([4, tableSize]) },
    ]
    return { patches, before, blockAt, payloadSize }
  }
  throw new Error(`The signature of release ${stamp.version} has no room for a block`)
}
