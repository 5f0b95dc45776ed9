import { lifetimeOr } from './terms.ts'

const units = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

const largestOf = (seconds: number) =>
  Math.max(
    0,
    units.findIndex(([length]) => seconds >= length),
  )

/**
 * A duration in its two largest units, rounded as everywhere else: `3 hours 12 minutes`. The time
 * of a lifetime is `a lifetime`.
 */
export const exactly = (seconds: number) => lifetimeOr(seconds, inTwoUnits)

function inTwoUnits(seconds: number): string {
  const [unit] = units[largestOf(seconds) + 1] ?? [1]
  let left = Math.round(seconds / unit) * unit
  const first = largestOf(left)
  const parts = units.slice(first, first + 2).map(([length, name]) => {
    const count = Math.floor(left / length)
    left -= count * length
    return { count, text: `${count} ${name}${count === 1 ? '' : 's'}` }
  })
  return parts
    .filter(({ count }, at) => count > 0 || at + 1 === parts.length - 1)
    .map(({ text }) => text)
    .join(' ')
}
