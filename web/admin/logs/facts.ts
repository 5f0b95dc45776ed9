import { formatMoment, formatPrice, formatSize } from '../../format.ts'

type Values = Record<string, unknown>

const words: Record<string, string> = {
  discordRoleId: 'Discord role ID',
  down_s: 'down for',
  published_at: 'time of publishing',
  seconds: 'time',
  seconds_left: 'time left',
  waited_ms: 'waited',
}
/** The unit of each duration, in seconds. */
const durations: Record<string, number> = {
  down_s: 1,
  seconds: 1,
  seconds_left: 1,
  waited_ms: 1e-3,
}
const prices = new Set(['total', 'price', 'refundable', 'refunded'])

/** Machine-readable duplicates of other details. */
const hidden = /^(by_uid|revision|product_id|settings)$/
const most = 8

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** The details of an entry as text, in this order: the reason, the changes, the actor, the rest. */
export function factsOf(details: Values): string[] {
  const { reason, before, after, by, ...others } = details
  const facts = [
    ...(reason === undefined ? [] : [['reason', reason] as const]),
    ...Object.entries({ by, ...others }),
  ]
    .filter(([name, value]) => value !== undefined && !hidden.test(name))
    .map(([name, value]) => `${named(name)}: ${spell(name, value)}`)
  facts.splice(reason === undefined ? 0 : 1, 0, ...changesOf(before, after))
  return facts.slice(0, most)
}

/** `banned: no → yes` for each field. For an added or removed value, only that value. */
function changesOf(before: unknown, after: unknown): string[] {
  if (isValues(before) && isValues(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
    return names.map(
      (name) => `${named(name)}: ${spell(name, before[name])} → ${spell(name, after[name])}`,
    )
  }
  if (!isValues(before) && !isValues(after)) {
    if (before === undefined && after === undefined) return []
    if (after === undefined) return [`before: ${spell('', before)}`]
    return [`${spell('', before)} → ${spell('', after)}`]
  }
  const only = isValues(after) ? after : isValues(before) ? before : {}
  return Object.keys(only)
    .sort()
    .map((name) => `${named(name)}: ${spell(name, only[name])}`)
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const named = (key: string) => words[key] ?? key.replaceAll('_', ' ')

function spell(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') {
    if (name in durations) return inWords(value * durations[name]!)
    if (prices.has(name)) return formatPrice(value)
    return name === 'size' ? formatSize(value) : String(value)
  }
  if (typeof value === 'string') {
    return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? formatMoment(value) : value
  }
  if (Array.isArray(value)) return value.map((one) => spell(name, one)).join(', ') || 'none'
  const parts = Object.entries(value).map(([part, of]) => `${named(part)} ${spell(part, of)}`)
  return parts.join(', ')
}

/** `1 minute 34 seconds`: the two largest units are enough. */
function inWords(seconds: number): string {
  let left = Math.round(seconds)
  const parts: string[] = []
  for (const [unit, length] of units) {
    const count = Math.floor(left / length)
    left -= count * length
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`)
  }
  return parts.slice(0, 2).join(' ') || '0 seconds'
}
