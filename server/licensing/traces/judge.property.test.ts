import { createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stamped } from '#server/licensing/loader/copy.ts'
import { markOf } from '#server/licensing/loader/marks.ts'
import { keyIdOf, type SigningKey } from '#server/licensing/loader/signing-key.ts'
import { slotFinder, slotPattern, slotSize } from '#server/licensing/releases/slots.ts'
import { judge } from './judge.ts'
import { placesOf } from './places.ts'
import { scan } from './scan.ts'

const pair = generateKeyPairSync('ed25519')
const key: SigningKey = { ...pair, id: keyIdOf(pair.publicKey) }
const markKey = randomBytes(32)
const room = Buffer.concat([slotPattern, Buffer.alloc(slotSize - slotPattern.length)])

function releaseOf(slotCount: number) {
  const parts = Array.from({ length: slotCount }, () => [room, randomBytes(300)]).flat()
  const bytes = Buffer.concat([randomBytes(500), ...parts])
  const finder = slotFinder()
  finder.see(bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { id: 1, bytes, sha256, slots: finder.slots() }
}
type Release = ReturnType<typeof releaseOf>

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function issue({ bytes, sha256, slots }: Release) {
  const build = randomUUID()
  const stamp = {
    build,
    uid: 7,
    version: '1.0.0',
    issued_at: '2026-11-21T09:30:00.000Z',
    release: { sha256, size: bytes.length },
  }
  const patches = slots.map((at, slot) => ({ at, bytes: markOf(markKey, sha256, build, slot) }))
  return { build, file: await buffer(stamped(inPieces(bytes, 777), stamp, key, { patches })) }
}

async function traced(release: Release, file: Buffer, cut = 1000) {
  const places = placesOf(markKey, [release])
  const found = await scan(inPieces(file, cut), places, { keys: [key], markKey })
  const isRelease = [found.sha256, found.bodySha256].includes(release.sha256)
  return judge(found, isRelease || found.releases.size > 0)
}

const marked = releaseOf(8)
const plain = releaseOf(0)
const builds = (judged: Awaited<ReturnType<typeof traced>>) =>
  judged.named.map(({ build }) => build)
const releases = fc.boolean().map((slots) => (slots ? marked : plain))

describe('a trace', () => {
  it('is certain of an unchanged copy, in any packaging', () =>
    fc.assert(
      fc.asyncProperty(releases, fc.integer({ min: 1, max: 4000 }), async (release, cut) => {
        const { build, file } = await issue(release)
        const judged = await traced(release, file, cut)
        expect([judged.verdict, builds(judged)]).toEqual(['certain', [build]])
      }),
      { numRuns: 30 },
    ))

  it('is never certain of a copy that was cut, patched, lengthened or combined', () =>
    fc.assert(
      fc.asyncProperty(
        releases,
        fc.constantFrom('cut', 'patch', 'front', 'back', 'concat', 'mix', 'transplant'),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (release, how, seed, mask) => {
          const [one, two] = [await issue(release), await issue(release)]
          const at = seed % one.file.length
          const body = release.bytes.length
          let file = Buffer.from(one.file)
          if (how === 'cut') file = file.subarray(0, at)
          if (how === 'patch') file[at] = file[at]! ^ mask
          if (how === 'front') file = Buffer.concat([Buffer.alloc(mask, mask), file])
          if (how === 'back') file = Buffer.concat([file, Buffer.alloc(mask, mask)])
          if (how === 'concat') file = Buffer.concat([one.file.subarray(0, at + 1), two.file])
          if (how === 'mix')
            for (let byte = 0; byte < body; byte += 1)
              if ((byte * mask + seed) % 3 === 0) file[byte] = two.file[byte]!
          if (how === 'transplant')
            file = Buffer.concat([randomBytes(body), one.file.subarray(body)])
          const judged = await traced(release, file)
          expect(judged.verdict === 'certain').toBe(file.equals(one.file))
          // Only copies that are part of the file are named.
          expect([one.build, two.build]).toEqual(expect.arrayContaining(builds(judged)))
        },
      ),
      { numRuns: 300 },
    ))

  it('is strong with any remaining slot, wherever it was moved', () =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat({ max: 7 }), { minLength: 1 }),
        fc.integer({ min: 1, max: 700 }),
        fc.integer({ min: 1, max: 700 }),
        async (kept, shift, cut) => {
          const { build, file } = await issue(marked)
          const gone = Buffer.from(file.subarray(0, marked.bytes.length))
          for (const [slot, at] of marked.slots.entries())
            if (!kept.includes(slot)) gone.fill(0, at, at + slotSize)
          const judged = await traced(marked, Buffer.concat([randomBytes(shift), gone]), cut)
          expect(judged).toMatchObject({
            verdict: 'strong',
            named: [{ build, tail: false, slots: kept.length }],
          })
          expect(judged.errorBelow).toBeGreaterThanOrEqual(kept.length * 60)
        },
      ),
      { numRuns: 60 },
    ))

  it('names both copies that were mixed by whole slots', async () => {
    const [one, two] = [await issue(marked), await issue(marked)]
    const file = Buffer.from(one.file.subarray(0, marked.bytes.length))
    for (const at of marked.slots.slice(0, 3)) two.file.copy(file, at, at, at + slotSize)
    const judged = await traced(marked, file)
    expect(judged).toMatchObject({
      verdict: 'mixed',
      named: [
        { build: one.build, slots: 5 },
        { build: two.build, slots: 3 },
      ],
    })
  })

  it('recognises the release, a block on other bytes, and unrelated files', async () => {
    const { build, file } = await issue(plain)
    expect(await traced(plain, plain.bytes)).toMatchObject({ verdict: 'release', named: [] })
    const ruined = Buffer.from((await issue(marked)).file.subarray(0, marked.bytes.length))
    for (const at of marked.slots) ruined.fill(0, at + 20, at + slotSize)
    expect(await traced(marked, ruined)).toMatchObject({ verdict: 'release', named: [] })
    file[3] = file[3]! ^ 1
    const changed = await traced(plain, file)
    expect(changed).toMatchObject({ verdict: 'changed', named: [{ build, tail: true }] })
    expect(await traced(plain, randomBytes(5000))).toMatchObject({ verdict: 'unknown', named: [] })
    expect(await traced(plain, Buffer.alloc(0))).toMatchObject({ verdict: 'unknown', named: [] })
  })
})
