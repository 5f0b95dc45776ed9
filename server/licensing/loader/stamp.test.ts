import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slotFinder, slotPattern, slotSize } from '#server/licensing/releases/slots.ts'
import { stamped } from './copy.ts'
import { keyIdOf, type SigningKey } from './signing-key.ts'
import { readStamp, type Stamp, stampBlock, verifyStamp } from './stamp.ts'

const key = newKey()

function newKey(): SigningKey {
  const pair = generateKeyPairSync('ed25519')
  return { ...pair, id: keyIdOf(pair.publicKey) }
}

function stampFor(release: Uint8Array, rest: Partial<Stamp> = {}): Stamp {
  const sha256 = createHash('sha256').update(release).digest('hex')
  return {
    build: randomUUID(),
    uid: 7,
    version: '1.4.2',
    issued_at: '2026-11-21T09:30:00.000Z',
    release: { sha256, size: release.length },
    ...rest,
  }
}

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const issue = (release: Uint8Array, stamp: Stamp, by = key) =>
  Buffer.concat([release, stampBlock(stamp, by)])

const releases = fc.uint8Array({ maxLength: 3000 })
const stamps = fc.record({
  build: fc.uuid(),
  uid: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  version: fc.string({ unit: 'grapheme', maxLength: 8 }),
})

describe('a stamped release', () => {
  it('gives back release and stamp, however the bytes are cut', () =>
    fc.assert(
      fc.asyncProperty(
        releases,
        stamps,
        fc.integer({ min: 1, max: 4000 }),
        async (release, some, cut) => {
          const stamp = stampFor(release, some)
          const file = await buffer(stamped(inPieces(release, cut), stamp, key))
          expect(await verifyStamp(inPieces(file, cut), key.publicKey)).toEqual(stamp)
          const read = readStamp(file)!
          expect(read.stamp).toEqual(stamp)
          expect(file.subarray(0, file.length - read.size)).toEqual(Buffer.from(release))
        },
      ),
    ))

  it('has its slots filled, verifies so, and is the release elsewhere, however it is cut', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 90 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 200 }),
        async (parts, cut) => {
          const room = Buffer.concat([slotPattern, Buffer.alloc(slotSize - slotPattern.length, 7)])
          const release = Buffer.concat(parts.flatMap((part, at) => (at ? [room, part] : [part])))
          const finder = slotFinder()
          for await (const piece of inPieces(release, cut)) finder.see(piece)
          const slots = finder.slots()
          expect(slots).toHaveLength(parts.length - 1)
          const before = Buffer.from(release)
          const mark = (slot: number) => Buffer.alloc(slotSize, slot + 1)
          const patches = slots.map((at, slot) => ({ at, bytes: mark(slot) }))
          const made = stamped(inPieces(release, cut), stampFor(release), key, { patches })
          const file = await buffer(made)
          expect(release).toEqual(before)
          expect(await verifyStamp([file], key.publicKey)).not.toBeNull()
          const expected = Buffer.concat(
            parts.flatMap((part, at) => (at ? [mark(at - 1), part] : [part])),
          )
          expect(file.subarray(0, release.length)).toEqual(expected)
        },
      ),
    ))

  it('is refused when any byte of release or block changes', () =>
    fc.assert(
      fc.asyncProperty(
        releases,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (release, at, mask) => {
          const file = issue(release, stampFor(release))
          const changed = at % file.length
          file[changed] = file[changed]! ^ mask
          expect(await verifyStamp([file], key.publicKey)).toBeNull()
        },
      ),
    ))

  it('is refused when any one byte of the block is flipped', async () => {
    const release = Buffer.from('a release')
    const file = issue(release, stampFor(release))
    for (let at = 0; at < file.length; at += 1) {
      const changed = Buffer.from(file)
      changed[at] = changed[at]! ^ 1
      expect(await verifyStamp([changed], key.publicKey), `byte ${at}`).toBeNull()
    }
  })

  it('is refused when cut short, lengthened, or carrying the block of another release', async () => {
    const [release, other] = [Buffer.from('one release'), Buffer.from('two release')]
    const file = issue(release, stampFor(release))
    expect(await verifyStamp([file.subarray(1)], key.publicKey)).toBeNull()
    expect(await verifyStamp([file.subarray(0, -1)], key.publicKey)).toBeNull()
    expect(await verifyStamp([Buffer.from('x'), file], key.publicKey)).toBeNull()
    expect(await verifyStamp([file, Buffer.from('x')], key.publicKey)).toBeNull()
    expect(await verifyStamp([issue(release, stampFor(other))], key.publicKey)).toBeNull()
    expect(await verifyStamp([], key.publicKey)).toBeNull()
  })

  it('is refused when another key signed it, also under the right key id', async () => {
    const release = Buffer.from('a release')
    const forger = newKey()
    const forged = issue(release, stampFor(release), forger)
    const disguised = issue(release, stampFor(release), { ...forger, id: key.id })
    expect(await verifyStamp([forged], forger.publicKey)).not.toBeNull()
    expect(await verifyStamp([forged], key.publicKey)).toBeNull()
    expect(await verifyStamp([disguised], key.publicKey)).toBeNull()
  })

  it('is not made from a release that is not the recorded one', async () => {
    const stamp = stampFor(Buffer.from('recorded'))
    const making = buffer(stamped(inPieces(Buffer.from('damaged!'), 3), stamp, key))
    await expect(making).rejects.toThrow('Release 1.4.2 is damaged')
  })
})
