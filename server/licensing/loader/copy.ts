import { createHash } from 'node:crypto'
import type { Signature } from '#server/licensing/releases/authenticode.ts'
import { type Patch, patched } from './patched.ts'
import { roomInSignature } from './room-in-signature.ts'
import type { SigningKey } from './signing-key.ts'
import { type Stamp, stampBlock } from './stamp.ts'

type Marking = {
  /** The replacements in slots, in order. */
  patches?: readonly Patch[]
  /** If set, only the signature is patched and `patches` ignored. The block becomes part of it. */
  signature?: Signature | null
}

/** Throws at the end if the bytes are not those of the release; discard the output then. */
export async function* stamped(
  release: AsyncIterable<Uint8Array>,
  stamp: Stamp,
  key: SigningKey,
  { patches = [], signature = null }: Marking = {},
) {
  const hash = createHash('sha256')
  async function* recorded() {
    for await (const piece of release) {
      hash.update(piece)
      yield piece
    }
  }
  if (!signature && patches.length === 0) {
    yield* recorded()
    requireRelease(stamp, hash.digest('hex'))
    yield stampBlock(stamp, key)
    return
  }
  const became = createHash('sha256')
  const room = signature && roomInSignature(signature, stamp)
  const body = signature ? upTo(recorded(), signature.tableAt) : recorded()
  for await (const piece of patched(body, room?.patches ?? patches)) {
    became.update(piece)
    yield piece
  }
  requireRelease(stamp, hash.digest('hex'))
  if (!room) {
    const { size } = stamp.release
    yield stampBlock({ ...stamp, release: { size, sha256: became.digest('hex') } }, key)
    return
  }
  became.update(room.before)
  yield room.before
  const at = { size: room.blockAt, sha256: became.digest('hex') }
  yield stampBlock({ ...stamp, release: at }, key, { format: 2, room: room.payloadSize })
}

/** Yields the first bytes. The rest is read too, because the hash covers the whole file. */
async function* upTo(file: AsyncIterable<Uint8Array>, end: number) {
  let at = 0
  for await (const piece of file) {
    if (at < end) yield piece.subarray(0, end - at)
    at += piece.length
  }
}

function requireRelease({ version, release }: Stamp, sha256: string) {
  if (sha256 === release.sha256) return
  throw new Error(`Release ${version} is damaged: its SHA-256 is not the recorded one`)
}
