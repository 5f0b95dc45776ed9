import { evidenceFields } from '#contract/selling/dispute-evidence.ts'
import { formatMoney } from '#contract/wire/currency.ts'
import { isolated } from '#contract/wire/isolate.ts'

type Values = Record<string, unknown>

const words: Record<string, string> = {
  shop_name: 'shop name',
  accent: 'accent colour',
  hero: 'hero picture',
  hero_alt: 'hero picture description',
  discordRoleId: 'Discord role ID',
  deviceLimit: 'devices',
  sessionLimit: 'session limit',
  offlineHours: 'offline hours',
  included: '“What you get”',
  endsIn99: 'prices end in .99',
  published_at: 'publication time',
  ...Object.fromEntries(evidenceFields.map(({ name, label }) => [name, `“${label}”`])),
}

/** Values that the log stores in units of the currency, not in cents. */
const money = new Set(['price'])

/** Values that are meaningless to readers: ids, hashes and text lengths. */
const wordless = new Set([
  ...['image', 'logo', 'hero', 'assigned_to'],
  ...evidenceFields.map(({ name }) => name),
])

const named = (key: string) => words[key] ?? key.replaceAll('_', ' ')

/** Whether a field was changed back. A field that logs only its text's length cannot tell. */
export const isUndone = (key: string, from: unknown, to: unknown): boolean =>
  !wordless.has(key) && key !== 'length' && JSON.stringify(from) === JSON.stringify(to)

/** Describes the fields that changed. Short values are given from old to new. */
export function describeChange(before: Values, after: Values): string {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const described = keys
    // The length of a text is covered by the text itself.
    .filter((key) => key !== 'length' && key !== 'slug')
    .map((key) => {
      const [from, to] = [spell(key, before[key]), spell(key, after[key])]
      const brief = !wordless.has(key) && from !== undefined && to !== undefined
      return brief ? `${named(key)} from ${from} to ${to}` : named(key)
    })
  return described.join(', ') || 'something'
}

/** Undefined for a value that is too long. */
function spell(key: string, value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return money.has(key) ? formatMoney(value * 100) : String(value)
  return typeof value === 'string' && value.length <= 60 ? isolated`“${value}”` : undefined
}
