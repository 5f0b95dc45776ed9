// Arithmetic of time intervals, in milliseconds. An interval includes its start but not its end.

export type Interval = { from: number; to: number }

/** Sorted, without empty ones. Merges intervals that overlap or are less than `gap` apart. */
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

export function overlap(some: readonly Interval[], others: readonly Interval[]): Interval[] {
  const found = joined(some).flatMap((one) =>
    joined(others).map((other) => ({
      from: Math.max(one.from, other.from),
      to: Math.min(one.to, other.to),
    })),
  )
  return joined(found)
}

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

export function secondsOf(intervals: readonly Interval[]): number {
  const length = joined(intervals).reduce((sum, { from, to }) => sum + to - from, 0)
  return Math.floor(length / 1000)
}

/** Incidents with a shorter gap between them count as one. */
export const shortestGap = 10 * 60_000

/** The downtime that includes the incident `own`, if it is long enough. */
export function downtimeOf(
  own: Interval,
  incidents: readonly Interval[],
  fromMinutes: number,
): Interval[] {
  return joined([own, ...incidents], shortestGap).filter(
    ({ from, to }) => from < own.to && to > own.from && to - from >= fromMinutes * 60_000,
  )
}

/** Returns the intervals of `others` that belong together with these. */
export function beside(some: readonly Interval[], others: readonly Interval[]): Interval[] {
  const whole = joined([...some, ...others], shortestGap)
  return overlap(
    others,
    whole.filter((each) => overlap([each], some).length > 0),
  )
}

const units = { second: 1, hour: 3600, day: 86_400 }
export type Rounding = keyof typeof units

export function creditFor(lost: number, percent: number, rounding: Rounding): number {
  const unit = units[rounding]
  return Math.ceil(Math.round((lost * percent) / 100) / unit) * unit
}

/** An interval that was credited. The same credit of `seconds` may have other intervals. */
export type Credited = Interval & { credit: number; seconds: number }

/** Rounds only the total of all credits: the existing ones count as they were rounded. */
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
  // The incident may have been corrected since, so existing credits count as they were rounded.
  const before = credited.filter(({ credit }) => touching.has(credit))
  const held = [...touching.values()].reduce((sum, seconds) => sum + seconds, 0)
  const fresh = without(lost, before)
  if (secondsOf(fresh) === 0) return { fresh: [], seconds: 0 }
  const whole = creditFor(secondsOf([...before, ...fresh]), percent, rounding)
  return { fresh, seconds: Math.max(0, whole - held) }
}
