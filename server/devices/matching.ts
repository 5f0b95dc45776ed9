import { type ComponentKind, componentKinds } from '#contract/components.ts'
import type { Marks } from './components.ts'

/** What the shop has of a computer, and when each kind of it last changed, in milliseconds. */
export type DeviceRecord = { marks: Marks; drifted: Partial<Record<ComponentKind, number>> }

/** Weight that must agree for two looks to be of the same computer. */
export const neededWeight = 3
/** Kinds that a computer must have to be told from others. */
export const neededKinds = 3
/** Kinds that may change within the window. */
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

/** Thousands of computers agree in these: alone they tell of a model, not of one of its kind. */
const common: readonly ComponentKind[] = ['cpu', 'gpu', 'os']

/** Whether a computer that is bound by this look will be told by it the next time. */
export function isSufficient(marks: Marks): boolean {
  const kinds = componentKinds.filter((kind) => marks[kind])
  return kinds.length >= neededKinds && kinds.some((kind) => !common.includes(kind))
}

/** The marks that only one computer has: by them it is found with other accounts. */
export function ownMarks(marks: Marks): string[] {
  return componentKinds
    .filter((kind) => !common.includes(kind))
    .flatMap((kind) => marks[kind] ?? [])
}

/**
 * Whether a look is of the recorded computer, and which kinds the record then takes from it. What
 * changed lately does not speak for it, so that no row of small changes leads from one computer to
 * another; and beyond two kinds in 30 days the record stays as it is.
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

/** The record after a drift. */
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
