import { type ComponentKind, componentKinds } from '#contract/wire/components.ts'
import type { Marks } from './components.ts'

/** `drifted` is when each kind last changed, in milliseconds. */
export type DeviceRecord = { marks: Marks; drifted: Partial<Record<ComponentKind, number>> }

/** The weight of matching components that makes two sets of marks the same computer. */
export const neededWeight = 3
export const neededKinds = 3
export const mostDrifts = 2
const driftWindow = 30 * 86_400_000

const weightOf: Record<ComponentKind, number> = {
  board: 2,
  bios_uuid: 2,
  tpm: 2,
  cpu: 1,
  gpu: 1,
  disks: 1,
  macs: 1,
  os: 1,
}

/** Thousands of computers share these values. Alone, they identify only a model. */
const common: readonly ComponentKind[] = ['cpu', 'gpu', 'os']

export function isSufficient(marks: Marks): boolean {
  const kinds = componentKinds.filter((kind) => marks[kind])
  return kinds.length >= neededKinds && kinds.some((kind) => !common.includes(kind))
}

/** The marks that only one computer has. They identify it across accounts. */
export function ownMarks(marks: Marks): string[] {
  return componentKinds
    .filter((kind) => !common.includes(kind))
    .flatMap((kind) => marks[kind] ?? [])
}

/**
 * Kinds that changed recently do not count, so that small changes cannot lead from one computer to
 * another: at most two kinds change in 30 days (docs/decisions/devices.md).
 */
export function compare(record: DeviceRecord, seen: Marks, at: number) {
  const agreeing = componentKinds.filter((kind) =>
    record.marks[kind]?.some((mark) => seen[kind]?.includes(mark)),
  )
  const lately = componentKinds.filter(
    (kind) => at - (record.drifted[kind] ?? -Infinity) < driftWindow,
  )
  const telling = agreeing.filter((kind) => !lately.includes(kind))
  const weight = telling.reduce((sum, kind) => sum + weightOf[kind], 0)
  const same = weight >= neededWeight && telling.some((kind) => !common.includes(kind))
  const changed = componentKinds.filter((kind) => seen[kind] && !agreeing.includes(kind))
  const within = new Set([...lately, ...changed]).size <= mostDrifts
  return { same, weight, drift: same && within ? changed : [] }
}

export function drifted(
  record: DeviceRecord,
  seen: Marks,
  kinds: readonly ComponentKind[],
  at: number,
): DeviceRecord {
  const next = { marks: { ...record.marks }, drifted: { ...record.drifted } }
  for (const kind of kinds) {
    next.marks[kind] = seen[kind]!
    next.drifted[kind] = at
  }
  return next
}
