const dayMs = 86_400_000

/** The moment the given number of days before now. */
export function daysAgo(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs)
}
