// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { Release } from '#contract/licensing/staff-releases.ts'
import type { Trace } from '#contract/licensing/staff-traces.ts'
import { markupOf } from '../../testing/markup.tsx'
import { uploadedWith } from './mark-words.ts'
import { Identity } from './release-cells.tsx'
import { TraceResult } from './trace-result.tsx'

type Marks = Pick<Release, 'slots' | 'signed'>
const none: Marks = { slots: 0, signed: false }
const release = {
  ...{ id: 1, kind: 'loader', product: null, version: '2.0.0', channel: 'stable', minimum: null },
  ...{ notes_html: '', sha256: 'ab'.repeat(32), current: false, offered: false, percent: 100 },
} as unknown as Release
const trace = {
  ...{ verdict: 'release', sha256: null, size: null, error_below: null },
  ...{ unchecked: { blocks: 0, slots: 0 }, evidence: null, copies: [], more: 0 },
} as unknown as Trace

const listed = (of: Partial<Release>) =>
  markupOf(<Identity release={{ ...release, ...none, ...of }} />)
function traced(of: Partial<Marks>) {
  const found = { id: 1, version: '2.0.0', product: null, ...none, ...of }
  return markupOf(<TraceResult trace={{ ...trace, release: found }} />)
}
const uploaded = (of: Partial<Release>) => uploadedWith({ ...release, ...none, ...of })

test('a loader without slots shows ‘tail only’ in the list, after its upload and in a trace', () => {
  expect(listed({})).toContain('>Tail only · ')
  expect(traced({})).toContain('tail only, because the release has no slots.')
  expect(uploaded({})).toMatch(/no slots, so its copies are marked only at the tail/)
})

test('a signed loader names its signature as the reason for ‘tail only’', () => {
  expect(listed({ signed: true })).toContain('>Signed, tail only · ')
  expect(traced({ signed: true })).toContain('tail only, because the release is signed.')
  expect(uploaded({ signed: true })).toMatch(/signed, so its copies are marked only at the tail/)
})

test('a loader with slots shows their number, except after its upload', () => {
  expect(listed({ slots: 4 })).toContain('>4 slots · ')
  expect(traced({ slots: 4 })).toContain('4 slots.')
  expect(uploaded({ slots: 4 })).toBe('')
  expect(listed({ slots: 1 })).toContain('>1 slot · ')
})

test('a module mentions neither slots nor ‘tail only’', () => {
  expect(listed({ kind: 'module' })).not.toMatch(/tail only/i)
  expect(uploaded({ kind: 'module' })).toBe('')
})
