import { createHmac } from 'node:crypto'

/*
 * The content of a slot: 64 bytes that look random without the key:
 *
 *   place   16 bytes   the same in every copy of the release: it locates a slot that was moved
 *   mark    32 bytes   HMAC-SHA-256 over the build's id and the number of the slot
 *   name    16 bytes   the build's id, masked with the mark: one slot is enough to name its build
 *
 * docs/decisions/marks.md explains the reasons.
 */
export const placeSize = 16
const markEnd = 48

export function placeOf(key: Buffer, release: string, slot: number): Buffer {
  return hmac(key, 'loadout place 1', Buffer.from(release, 'hex'), numbered(slot)).subarray(
    0,
    placeSize,
  )
}

/** The content of a build's slot. The release is identified by its SHA-256. */
export function markOf(key: Buffer, release: string, build: string, slot: number): Buffer {
  const id = Buffer.from(build.replaceAll('-', ''), 'hex')
  const mark = hmac(key, 'loadout mark 1', id, numbered(slot))
  return Buffer.concat([placeOf(key, release, slot), mark, hidden(key, mark, id)])
}

/** Null if the shop did not fill the slot, or its bytes were changed. */
export function readMark(key: Buffer, bytes: Buffer, slot: number): string | null {
  const mark = bytes.subarray(placeSize, markEnd)
  const id = hidden(key, mark, bytes.subarray(markEnd))
  if (!mark.equals(hmac(key, 'loadout mark 1', id, numbered(slot)))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function hidden(key: Buffer, mark: Buffer, id: Buffer): Buffer {
  const mask = hmac(key, 'loadout name 1', mark)
  return Buffer.from(id.map((byte, at) => byte ^ mask[at]!))
}

function numbered(slot: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(slot)
  return bytes
}

/** The context prevents a value from being valid for another purpose. */
function hmac(key: Buffer, context: string, ...parts: Buffer[]): Buffer {
  const made = createHmac('sha256', key).update(`${context}\0`)
  for (const part of parts) made.update(part)
  return made.digest()
}
