import { lifetimeOr } from '#contract/wire/terms.ts'

/** Formats time of one customer: `21 d 4 h`, to the minute below a day, or `a lifetime`. */
export const lasting = (seconds: number) => lifetimeOr(seconds, totalTime)

/**
 * Formats seconds as `21 d 4 h`, or to the minute below a day: `4 h 41 min`. Use it for a sum over
 * several customers, which can exceed the length of a lifetime.
 */
export function totalTime(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const hours = minutes < 24 * 60 ? Math.floor(minutes / 60) : Math.round(seconds / 3600)
  const parts = [
    [Math.floor(hours / 24), 'd'],
    [hours % 24, 'h'],
    [minutes < 24 * 60 ? minutes % 60 : 0, 'min'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}
