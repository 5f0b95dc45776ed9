import fc from 'fast-check'
import valid from 'semver/functions/valid.js'
import { expect, test } from 'vitest'
import { releaseVersion } from '#contract/licensing/releases.ts'
import { isReached, offerOf, type Promoted, placeOf } from './offer.ts'
import { compareVersions } from './versions.ts'

const uids = fc.integer({ min: 1, max: 2 ** 40 })
const percents = fc.integer({ min: 0, max: 100 })
const promotedLists = fc
  .array(fc.record({ channel: fc.constantFrom('stable', 'beta'), percent: percents }), {
    maxLength: 8,
  })
  .map((each) =>
    each.map(
      (one, n): Promoted => ({
        ...(one as Pick<Promoted, 'channel' | 'percent'>),
        release: 900 - n,
        version: `1.${90 - n}.0`,
        minimum: null,
      }),
    ),
  )

test('raising the percentage never takes a release from a customer', () => {
  fc.assert(
    fc.property(uids, fc.integer({ min: 1 }), percents, percents, (uid, release, a, b) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)]
      return (
        !isReached(uid, { release, percent: less }) || isReached(uid, { release, percent: more })
      )
    }),
  )
})

test('raising the percentage of the newest release offers only the newest', () => {
  fc.assert(
    fc.property(promotedLists, uids, fc.boolean(), percents, (before, uid, beta, percent) => {
      const [top, ...below] = before
      if (!top || percent < top.percent) return true
      const had = offerOf(before, { uid, beta })
      const gets = offerOf([{ ...top, percent }, ...below], { uid, beta })
      return gets?.release === had?.release || gets?.release === top.release
    }),
  )
})

test('100 percent reaches everyone, 0 percent nobody, and 50 percent about half', () => {
  fc.assert(fc.property(uids, (uid) => isReached(uid, { release: 7, percent: 100 })))
  fc.assert(fc.property(uids, (uid) => !isReached(uid, { release: 7, percent: 0 })))
  const people = Array.from({ length: 10_000 }, (_, n) => n + 1)
  const reached = people.filter((uid) => isReached(uid, { release: 7, percent: 50 })).length
  expect(Math.abs(reached - 5000)).toBeLessThan(300)
  // Different customers come first for each release.
  const both = people.filter((uid) => placeOf(uid, 7) < 10 && placeOf(uid, 8) < 10).length
  expect(Math.abs(both - 100)).toBeLessThan(60)
})

test('offers betas to beta users, and only while they are newer', () => {
  const of = (version: string, channel: Promoted['channel']): Promoted => ({
    release: version.length,
    version,
    channel,
    minimum: null,
    percent: 100,
  })
  const [beta, before, after] = [
    of('1.5.0-beta.2', 'beta'),
    of('1.4.9', 'stable'),
    of('1.5.0', 'stable'),
  ]
  const offer = (promoted: Promoted[], takes: boolean) =>
    offerOf(promoted, { uid: 1, beta: takes })?.version
  expect(offer([beta, before], true)).toBe('1.5.0-beta.2')
  expect(offer([beta, before], false)).toBe('1.4.9')
  expect(offer([after, beta, before], true)).toBe('1.5.0')
  expect(offer([beta], false)).toBeUndefined()
})

test.each([
  ['1.10.0', '1.9.0'],
  ['1.5.0', '1.5.0-beta.2'],
  ['1.5.0-beta.10', '1.5.0-beta.2'],
  // Former loader releases could have such versions.
  ['1.10', '1.9.5'],
  ['2.0', '1.10.0'],
])('%s is newer than %s', (newer, older) => {
  expect(compareVersions(newer, older)).toBeGreaterThan(0)
  expect(compareVersions(older, newer)).toBeLessThan(0)
  expect(compareVersions(newer, newer)).toBe(0)
})

test('accepts versions of Semantic Versioning without build metadata', () => {
  const pieces = fc.constantFrom('0', '1', '10', '01', '-', '.', '+', 'beta', 'b1', 'v', '1.0.0')
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 9 }), (parts) => {
      const text = parts.join('')
      return releaseVersion.safeParse(text).success === (valid(text) === text && text.length <= 40)
    }),
    { numRuns: 3000 },
  )
})
