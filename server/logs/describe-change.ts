import { formatMoney } from '#contract/currency.ts'
import { evidenceFields } from '#contract/dispute-evidence.ts'

type Values = Record<string, unknown>

const words: Record<string, string> = {
  shop_name: 'name of the shop',
  accent: 'accent colour',
  hero: 'hero picture',
  hero_alt: 'what the hero picture shows',
  discordRoleId: 'Discord role ID',
  deviceLimit: 'devices',
  sessionLimit: 'sessions at once',
  offlineHours: 'hours offline',
  endsIn99: 'prices end in .99',
  published_at: 'time of publishing',
  ...Object.fromEntries(evidenceFields.map(({ name, label }) => [name, `“${label}”`])),
}

/** What the log keeps in units, not cents. */
const money = new Set(['price'])

/** What stands there as a number or a hash that says nothing to people, as how long a text is. */
const wordless = new Set([
  ...['image', 'logo', 'hero', 'assigned_to'],
  ...evidenceFields.map(({ name }) => name),
])

/** A word of the log as people write it. */
const named = (key: string) => words[key] ?? key.replaceAll('_', ' ')

/** The fields that changed and, where it can be said in a few words, from what to what. */
export function describeChange(before: Values, after: Values): string {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const described = keys
    // How long a text is goes with the text.
    .filter((key) => key !== 'length' && key !== 'slug')
    .map((key) => {
      const [from, to] = [spell(key, before[key]), spell(key, after[key])]
      const brief = !wordless.has(key) && from !== undefined && to !== undefined
      return brief ? `${named(key)} from ${from} to ${to}` : named(key)
    })
  return described.join(', ') || 'something'
}

/** Undefined for what takes more than a few words. */
function spell(key: string, value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return money.has(key) ? formatMoney(value * 100) : String(value)
  return typeof value === 'string' && value.length <= 60 ? `“${value}”` : undefined
}
