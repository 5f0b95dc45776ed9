import { createSecretKey } from 'node:crypto'
import { type ComponentKind, type Components, componentKinds } from '#contract/wire/components.ts'
import { hashOf, marksOf, normalised } from '#server/licensing/devices/components.ts'
import { compare, isSufficient } from '#server/licensing/devices/matching.ts'

type Parts = Partial<Record<ComponentKind, string[]>>
type Case = {
  about: string
  record: Parts
  /** Days since the record adopted a drifted kind. */
  drifted_days_ago?: Partial<Record<ComponentKind, number>>
  seen: Parts
}

const day = 86_400_000
const moment = Date.parse('2026-01-31T12:00:00Z')
/** The key for the marks. Whether two marks match does not depend on it. */
const markKey = createSecretKey(Buffer.alloc(32, 7))

const own: Parts = {
  board: ['PF-1A2B3C'],
  bios_uuid: ['4c4c4544-0051-3510-8052-b4c04f564433'],
  tpm: ['9f2b61c0a4'],
  cpu: ['AMD Ryzen 7 7800X3D'],
  gpu: ['NVIDIA GeForce RTX 4070'],
  disks: ['S6P7NX0T123456', 'WD-WX11A1234567'],
  macs: ['3c:7c:3f:1a:2b:3c'],
  os: ['Windows 11 Pro 2025-03-01'],
}
const other: Parts = {
  board: ['PF-9Z8Y7X'],
  bios_uuid: ['11111111-2222-3333-4444-abcdefabcdef'],
  tpm: ['0011223344'],
  cpu: ['Intel Core i5-13400F'],
  gpu: ['AMD Radeon RX 7600'],
  disks: ['2315E6A00001'],
  macs: ['a8:a1:59:00:11:22'],
  os: ['Windows 10 Home 2022-05-05'],
}
const withOther = (...kinds: ComponentKind[]): Parts => ({
  ...own,
  ...Object.fromEntries(kinds.map((kind) => [kind, other[kind]!])),
})

const cases: Case[] = [
  { about: 'The same computer', record: own, seen: own },
  {
    about: 'Spelled otherwise, which normalising evens out',
    record: own,
    seen: { ...own, board: ['pf 1a2b3c'], macs: ['3C-7C-3F-1A-2B-3C'] },
  },
  { about: 'A new graphics card is taken over', record: own, seen: withOther('gpu') },
  {
    about: 'One disk of two is enough for the disks to agree',
    record: own,
    seen: { ...own, disks: ['WD-WX11A1234567', '2315E6A00001'] },
  },
  { about: 'Two kinds changed: both are taken over', record: own, seen: withOther('gpu', 'disks') },
  {
    about: 'A new board: the computer is still accepted, and its record stays unchanged',
    record: own,
    seen: withOther('board', 'bios_uuid', 'tpm', 'macs'),
  },
  {
    about: 'A third kind within 30 days is not taken over',
    record: own,
    drifted_days_ago: { gpu: 3, os: 20 },
    seen: withOther('disks'),
  },
  {
    about: 'A third kind is taken over once the first was 30 days ago',
    record: own,
    drifted_days_ago: { gpu: 30, os: 20 },
    seen: withOther('disks'),
  },
  {
    about: 'The same model, which thousands have',
    record: own,
    seen: { ...other, cpu: own.cpu!, gpu: own.gpu!, os: own.os! },
  },
  { about: 'Its disks in another computer', record: own, seen: { ...other, disks: own.disks! } },
  { about: 'Another computer', record: own, seen: other },
  {
    about: 'What was taken over lately does not speak for the computer',
    record: own,
    drifted_days_ago: { board: 3, bios_uuid: 3 },
    seen: { ...other, board: own.board!, bios_uuid: own.bios_uuid! },
  },
  {
    about: 'A month later it does',
    record: own,
    drifted_days_ago: { board: 31, bios_uuid: 31 },
    seen: { ...other, board: own.board!, bios_uuid: own.bios_uuid! },
  },
  {
    about: 'Dummies do not count: too few kinds are left',
    record: own,
    seen: {
      board: ['To be filled by O.E.M.'],
      bios_uuid: ['00000000-0000-0000-0000-000000000000'],
      tpm: own.tpm!,
      cpu: own.cpu!,
    },
  },
  {
    about: 'Three kinds are enough',
    record: own,
    seen: { board: own.board!, bios_uuid: own.bios_uuid!, cpu: own.cpu! },
  },
]

const hashed = (parts: Parts): Components =>
  Object.fromEntries(Object.entries(parts).map(([kind, values]) => [kind, values.map(hashOf)]))

export function matchingVectors() {
  return cases.map(({ about, record, drifted_days_ago = {}, seen }) => {
    const marks = marksOf(markKey, hashed(seen))
    const drifted = Object.fromEntries(
      componentKinds.flatMap((kind) => {
        const days = drifted_days_ago[kind]
        return days === undefined ? [] : [[kind, moment - days * day]]
      }),
    )
    const { same, weight, drift } = compare(
      { marks: marksOf(markKey, hashed(record)), drifted },
      marks,
      moment,
    )
    const expected = { sufficient: isSufficient(marks), same, weight, taken_over: drift }
    return { about, record, drifted_days_ago, seen, expected }
  })
}

export function valueVectors() {
  const values = ['To be filled by O.E.M.', 'WD-WX11A1234567', '3c:7c:3f:1a:2b:3c', 'é ß 7', '']
  return values.map((value) => ({
    value,
    normalised: normalised(value),
    sha256: hashOf(value),
    counts: marksOf(markKey, { board: [hashOf(value)] }).board !== undefined,
  }))
}
