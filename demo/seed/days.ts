const dayMs = 86_400_000

/** The moment so many days before now. */
export function daysAgo(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs)
}
