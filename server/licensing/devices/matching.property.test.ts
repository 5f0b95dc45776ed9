import { createSecretKey } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ComponentKind, type Components, componentKinds } from '#contract/wire/components.ts'
import { hashOf, marksOf, normalised } from './components.ts'
import { compare, type DeviceRecord, drifted, isSufficient, mostDrifts } from './matching.ts'

const keyOf = (byte: number) => createSecretKey(Buffer.alloc(32, byte))
const key = keyOf(7)
const day = 86_400_000

type Machine = Record<ComponentKind, string[]>
const machine = (name: string, over: Partial<Machine> = {}): Machine => ({
  board: [`board ${name}`],
  bios_uuid: [`uuid ${name}`],
  tpm: [`tpm ${name}`],
  cpu: [`cpu ${name}`],
  gpu: [`gpu ${name}`],
  disks: [`disk ${name} a`, `disk ${name} b`],
  macs: [`mac ${name}`],
  os: [`os ${name}`],
  ...over,
})
const hashed = (parts: Partial<Machine>): Components =>
  Object.fromEntries(Object.entries(parts).map(([kind, all]) => [kind, all.map(hashOf)]))
const look = (parts: Partial<Machine>) => marksOf(key, hashed(parts))
const recordOf = (parts: Partial<Machine>): DeviceRecord => ({ marks: look(parts), drifted: {} })

/** As the shop does: the record adopts the drifted kinds. */
function see(record: DeviceRecord, parts: Partial<Machine>, at: number) {
  const seen = look(parts)
  const found = compare(record, seen, at)
  return { ...found, record: drifted(record, seen, found.drift, at) }
}

const someKinds = fc.subarray([...componentKinds])
/** A computer with the named kinds replaced by those of another computer. */
const mixed = (from: Machine, to: Machine, kinds: ComponentKind[]) => ({
  ...from,
  ...Object.fromEntries(kinds.map((kind) => [kind, to[kind]])),
})

const one = machine('one')
const two = machine('two')

test('a device matches itself with its components in any order', () => {
  const shuffled = { ...one, disks: [...one.disks].reverse() }
  expect(see(recordOf(one), shuffled, 0)).toMatchObject({ same: true, weight: 11, drift: [] })
})

test('components that are enough to bind a device are enough to recognise it', () => {
  fc.assert(
    fc.property(someKinds, (kinds) => {
      const parts = Object.fromEntries(kinds.map((kind) => [kind, one[kind]]))
      expect(isSufficient(look(parts))).toBe(
        see(recordOf(parts), parts, 0).same && kinds.length > 2,
      )
    }),
  )
})

test('a device within the allowed difference matches, and beyond it does not', () => {
  fc.assert(
    fc.property(someKinds, (kinds) => {
      const { same } = see(recordOf(one), mixed(two, one, kinds), 0)
      const heavy = kinds.filter((kind) => ['board', 'bios_uuid', 'tpm'].includes(kind)).length
      const telling = kinds.some((kind) => !['cpu', 'gpu', 'os'].includes(kind))
      expect(same).toBe(kinds.length + heavy >= 3 && telling)
    }),
  )
})

test('at most two kinds of components change in 30 days', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(someKinds, fc.integer({ max: 29 }))), (looks) => {
      let record = recordOf(one)
      for (const [kinds, at] of looks)
        record = see(record, mixed(one, two, kinds), Math.abs(at % 29) * day).record
      const changed = componentKinds.filter(
        (kind) => record.marks[kind]![0] !== recordOf(one).marks[kind]![0],
      )
      expect(changed.length).toBeLessThanOrEqual(mostDrifts)
    }),
  )
})

test('no series of changes within 30 days turns one device into another', () => {
  fc.assert(
    fc.property(fc.array(someKinds, { maxLength: 20 }), (looks) => {
      let record = recordOf(one)
      for (const [n, kinds] of looks.entries())
        record = see(record, mixed(one, two, kinds), n * day).record
      expect(see(record, two, looks.length * day).same).toBe(false)
    }),
    { numRuns: 500 },
  )
})

test('a changed component counts towards the match again after 30 days', () => {
  const changed = mixed(one, two, ['board'])
  const { record } = see(recordOf(one), changed, 0)
  const only = { board: changed.board, macs: one.macs, os: ['another'] }
  expect(see(record, only, day).same).toBe(false)
  expect(see(record, only, 31 * day).same).toBe(true)
})

const dummies = [
  'To be filled by O.E.M.',
  'to be filled by o.e.m.',
  'Default string',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '00:00:00:00:00:00',
  'System Serial Number',
  '03000200-0400-0500-0006-000700080009',
  '',
]

test('placeholder values never count', () => {
  fc.assert(
    fc.property(someKinds, fc.constantFrom(...dummies), (kinds, dummy) => {
      const blank = Object.fromEntries(kinds.map((kind) => [kind, [dummy]]))
      expect(look({ ...one, ...blank })).toEqual(
        look(Object.fromEntries(Object.entries(one).filter(([kind]) => !(kind in blank)))),
      )
      expect(see(recordOf({ ...one, ...blank }), { ...two, ...blank }, 0).weight).toBe(0)
      expect(isSufficient(look(blank))).toBe(false)
    }),
  )
})

test('a mark reveals nothing without the key', () => {
  const marks = JSON.stringify(look(one))
  expect(marks).not.toContain(hashOf(one.board[0]!))
  expect(marksOf(keyOf(8), hashed(one)).board).not.toEqual(look(one).board)
  expect(normalised(' 1a:2B-c ')).toBe('1A2BC')
})

describe('as it happens', () => {
  const vm = (name: string): Partial<Machine> => ({
    board: ['None'],
    bios_uuid: [`uuid ${name}`],
    cpu: ['AMD EPYC 7763'],
    gpu: ['Basic display'],
    disks: ['QEMU HARDDISK'],
    macs: [`mac ${name}`],
    os: ['Windows 11 Pro image 12'],
  })
  test.each<[string, Partial<Machine>, Partial<Machine>, boolean]>([
    ['new memory', one, one, true],
    ['a new disk beside the old', one, { ...one, disks: [...one.disks, 'disk new'] }, true],
    ['a new disk in place of both', one, { ...one, disks: ['disk new'] }, true],
    ['a new graphics card', one, { ...one, gpu: ['gpu new'] }, true],
    ['a reinstalled system', one, { ...one, os: ['os new'] }, true],
    [
      'a new board, with its TPM, id and network',
      one,
      mixed(one, two, ['board', 'bios_uuid', 'tpm', 'macs']),
      true,
    ],
    ['the disks in a new computer', one, { ...two, disks: one.disks }, false],
    [
      'another computer of the same model and image',
      one,
      mixed(two, one, ['cpu', 'gpu', 'os']),
      false,
    ],
    ['a cloned virtual machine', vm('a'), vm('b'), false],
    ['the same virtual machine', vm('a'), vm('a'), true],
  ])('%s', (_, before, after, same) => {
    expect(see(recordOf(before), after, 0).same).toBe(same)
  })
})
