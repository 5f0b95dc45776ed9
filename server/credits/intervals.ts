// Pure arithmetic of stretches of time, in milliseconds. A stretch has its beginning and not its end.

export type Interval = { from: number; to: number }

/** In order, without what is empty; those that overlap or lie less than `gap` apart are one. */
export function joined(intervals: readonly Interval[], gap = 0): Interval[] {
  const sorted = intervals.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from)
  const found: Interval[] = []
  for (const { from, to } of sorted) {
    const last = found.at(-1)
    if (last && (from <= last.to || from - last.to < gap)) last.to = Math.max(last.to, to)
    else found.push({ from, to })
  }
  return found
}

/** What lies in both. */
export function overlap(some: readonly Interval[], others: readonly Interval[]): Interval[] {
  const found = joined(some).flatMap((one) =>
    joined(others).map((other) => ({
      from: Math.max(one.from, other.from),
      to: Math.min(one.to, other.to),
    })),
  )
  return joined(found)
}

/** What lies in the first and in none of the others. */
export function without(some: readonly Interval[], others: readonly Interval[]): Interval[] {
  let left = joined(some)
  for (const other of joined(others)) {
    left = left.flatMap(({ from, to }) => [
      { from, to: Math.min(to, Math.max(from, other.from)) },
      { from: Math.max(from, Math.min(to, other.to)), to },
    ])
  }
  return joined(left)
}

/** Together, in whole seconds. */
export function secondsOf(intervals: readonly Interval[]): number {
  const length = joined(intervals).reduce((sum, { from, to }) => sum + to - from, 0)
  return Math.floor(length / 1000)
}

/** Incidents that lie closer together are one. */
export const shortestGap = 10 * 60_000

/** The stretches of a product's incidents that belong to one of them, if they take long enough. */
export function downtimeOf(
  own: Interval,
  incidents: readonly Interval[],
  fromMinutes: number,
): Interval[] {
  return joined([own, ...incidents], shortestGap).filter(
    ({ from, to }) => from < own.to && to > own.from && to - from >= fromMinutes * 60_000,
  )
}

/** What of others is one with these. */
export function beside(some: readonly Interval[], others: readonly Interval[]): Interval[] {
  const whole = joined([...some, ...others], shortestGap)
  return overlap(
    others,
    whole.filter((each) => overlap([each], some).length > 0),
  )
}

const units = { second: 1, hour: 3600, day: 86_400 }
export type Rounding = keyof typeof units

/** What is given for so many lost seconds. */
export function creditFor(lost: number, percent: number, rounding: Rounding): number {
  const unit = units[rounding]
  return Math.ceil(Math.round((lost * percent) / 100) / unit) * unit
}

/** A stretch that a credit of so many seconds was given for, which may have others. */
export type Credited = Interval & { credit: number; seconds: number }

/**
 * What a stretch still gives after other credits of it, and when of it that was lost. It is rounded
 * once, however many give it: what others hold of it, as they were rounded, counts.
 */
export function creditForRest(
  lost: readonly Interval[],
  credited: readonly Credited[],
  percent: number,
  rounding: Rounding,
): { fresh: Interval[]; seconds: number } {
  const touching = new Map(
    credited
      .filter((each) => overlap([each], lost).length > 0)
      .map(({ credit, seconds }) => [credit, seconds]),
  )
  // Whole, as they were rounded: an incident may have been corrected since.
  const before = credited.filter(({ credit }) => touching.has(credit))
  const held = [...touching.values()].reduce((sum, seconds) => sum + seconds, 0)
  const fresh = without(lost, before)
  if (secondsOf(fresh) === 0) return { fresh: [], seconds: 0 }
  const whole = creditFor(secondsOf([...before, ...fresh]), percent, rounding)
  return { fresh, seconds: Math.max(0, whole - held) }
}
