import { timeOf } from '#contract/wire/terms.ts'

/** Formats whole days and hours, such as `21 days 4 hours`. Null for less than an hour. */
export function lasting(seconds: number): string | null {
  const hours = Math.round(seconds / 3600)
  const parts = [
    [Math.floor(hours / 24), 'day'],
    [hours % 24, 'hour'],
  ] as const
  const words = parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
  return words.length > 0 ? words.join(' ') : null
}

/** `21 days of Night Vision, the lifetime of Aim Trainer`. Empty if none has at least an hour. */
export function timeOfEach(items: readonly { name: string; seconds: number }[]): string {
  const times = items.flatMap(({ name, seconds }) => {
    const time = lasting(seconds)
    return time ? [timeOf(name, seconds, () => time)] : []
  })
  return times.join(', ')
}
