import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { patched } from '#server/loader/patched.ts'
import { patchesOf } from '#server/loader/release-marks.ts'
import type { Alternative } from '#server/releases/alternatives.ts'
import { agreeingOf, alternativeReader, digitsOf } from './agree.ts'

// A fixed key gives the same choices in every run. Whether both copies of a mix are named is
// otherwise a matter of chance, as the decision explains.
const markKey = Buffer.alloc(32, 5)
const buildOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const marks = (alternatives: Alternative[]) => ({ signed: false, slots: [], alternatives })

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Creates a release with this many pairs, 20 bytes apart. */
function releaseOf(count: number) {
  const bytes = randomBytes(100 + 30 * count)
  const alternatives = Array.from({ length: count }, (_, pair): Alternative => {
    const at = 50 + 30 * pair
    const a = bytes.toString('hex', at, at + 10)
    return { a, b: randomBytes(10).toString('hex'), at: [at] }
  })
  const builds = Array.from({ length: 100 }, (_, number) => buildOf(number))
  return { bytes, alternatives, builds }
}
type Release = ReturnType<typeof releaseOf>

function copyOf({ bytes, alternatives }: Release, build: string) {
  const patches = patchesOf(markKey, { sha256: '00'.repeat(32), build }, marks(alternatives))
  return buffer(patched(inPieces(bytes, 333), patches))
}

async function named({ alternatives, builds }: Release, file: Buffer, cut = 1000) {
  const reader = alternativeReader([{ id: 1, alternatives }])
  for await (const piece of inPieces(file, cut)) reader.see(piece)
  const [read] = reader.end()
  const candidates = builds.map((build) => ({ build, read: read! }))
  return (await agreeingOf(markKey, candidates)).map(({ build }) => build)
}

const release = releaseOf(64)
const large = releaseOf(256)

describe('alternatives', () => {
  it('name the copy, wherever the file was cut and moved, while twenty-seven of them are left', () =>
    fc.assert(
      fc.asyncProperty(
        fc.nat(99),
        fc.nat(36),
        fc.integer({ min: 0, max: 500 }),
        fc.integer({ min: 1, max: 3000 }),
        async (which, from, shift, cut) => {
          const build = release.builds[which]!
          const copy = await copyOf(release, build)
          const part = copy.subarray(50 + 30 * from, 50 + 30 * (from + 28))
          const file = Buffer.concat([randomBytes(shift), part, randomBytes(shift)])
          expect(await named(release, file, cut)).toEqual([build])
        },
      ),
      { numRuns: 60 },
    ))

  it('never name a copy that has no part in the file, whatever was done to it', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(release, large),
        fc.uniqueArray(fc.nat(99), { minLength: 1, maxLength: 4 }),
        fc.infiniteStream(fc.nat()),
        fc.constantFrom('bytes', 'pairs', 'runs', 'concatenated', 'flipped'),
        async (of, whose, random, how) => {
          const builds = whose.map((which) => of.builds[which]!)
          const copies = await Promise.all(builds.map((build) => copyOf(of, build)))
          const file = Buffer.from(copies[0]!)
          const next = () => random.next().value!
          if (how === 'bytes')
            for (let at = 0; at < file.length; at += 1)
              file[at] = copies[next() % copies.length]![at]!
          for (const { at, a, b } of how === 'bytes' ? [] : of.alternatives) {
            const [from, to] = [at[0]!, at[0]! + 10]
            if (how === 'pairs') copies[next() % copies.length]!.copy(file, from, from, to)
            if (how === 'flipped') file.write(next() % 2 ? a : b, from, 'hex')
            if (how === 'runs')
              copies[Math.floor(from / 1000) % copies.length]!.copy(file, from, from, to)
          }
          const read = how === 'concatenated' ? Buffer.concat(copies) : file
          expect(builds).toEqual(expect.arrayContaining(await named(of, read)))
        },
      ),
      { numRuns: 150 },
    ))

  it('name both of two copies that were mixed pair by pair, when there are enough', () =>
    fc.assert(
      fc.asyncProperty(fc.nat(98), fc.integer({ min: 1, max: 8190 }), async (which, seed) => {
        const builds = [large.builds[which]!, large.builds[99]!]
        const [one, other] = await Promise.all(builds.map((build) => copyOf(large, build)))
        const file = Buffer.from(one!)
        const half = large.alternatives.toSorted(
          (one, other) => ((one.at[0]! * seed) % 8191) - ((other.at[0]! * seed) % 8191),
        )
        for (const { at } of half.slice(128)) other!.copy(file, at[0]!, at[0]!, at[0]! + 10)
        expect((await named(large, file)).toSorted()).toEqual(builds.toSorted())
      }),
      { numRuns: 40, seed: 7 },
    ))

  it('name both when what differs between two copies was wiped', async () => {
    const builds = large.builds.slice(0, 2)
    const [one, other] = await Promise.all(builds.map((build) => copyOf(large, build)))
    const file = Buffer.from(one!.map((byte, at) => (byte === other![at] ? byte : 0)))
    expect((await named(large, file)).toSorted()).toEqual(builds.toSorted())
  })

  it('say nothing of the release itself, or of too few', async () => {
    expect(await named(release, release.bytes)).toEqual([])
    const small = releaseOf(12)
    expect(await named(small, await copyOf(small, small.builds[0]!))).toEqual([])
  })
})

test('the chance of an error is the tail of the binomial distribution, for every copy compared', () => {
  expect(digitsOf({ agree: 64, of: 64 }, 1)).toBe(19) // 2^-64 is 5.4e-20
  expect(digitsOf({ agree: 64, of: 64 }, 1000)).toBe(16)
  expect(digitsOf({ agree: 20, of: 20 }, 1)).toBe(6) // 9.5e-7
  expect(digitsOf({ agree: 48, of: 64 }, 1)).toBe(4) // 3.9e-5
  expect(digitsOf({ agree: 32, of: 64 }, 1)).toBe(0)
  expect(digitsOf({ agree: 10, of: 10 }, 5000)).toBe(0)
  expect(digitsOf({ agree: 256, of: 256 }, 1)).toBe(77)
})
