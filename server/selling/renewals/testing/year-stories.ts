import { randomFrom } from '#server/shop/overview/testing/random.ts'
import { type Act, type Bank, type Story, yearOf } from './year-model.ts'

export const sold = [
  { plan: '7d', term: 7, cents: 700 },
  { plan: '2w', term: 14, cents: 1200 },
  { plan: '1m', term: 30, cents: 2000 },
  { plan: '3m', term: 90, cents: 5400 },
  { plan: '6m', term: 180, cents: 9600 },
  { plan: '12m', term: 365, cents: 16_800 },
  { plan: 'lifetime', term: null, cents: 30_000 },
] as const

/** Most customers buy a month. */
const plans = [0, 1, 2, 2, 2, 2, 3, 3, 4, 5, 6]

/** The faults that may affect a card from a given day. */
const troubles: ((day: number, below: (limit: number) => number) => Story['bank'])[] = [
  () => [],
  (day) => [{ from: day, says: 'pays slowly' }],
  (day, below) => spell(day, 'declines softly', 2 + below(12)),
  (day, below) => spell(day, 'declines softly', 20 + below(30)),
  (day) => [{ from: day, says: 'declines softly' }],
  (day, below) => spell(day, 'declines hard', 2 + below(8)),
  (day, below) => spell(day, 'declines hard', 15 + below(40)),
  (day) => [{ from: day, says: 'declines hard' }],
  (day, below) => spell(day, 'wants its customer', 2 + below(8)),
  (day, below) => spell(day, 'wants its customer', 20 + below(40)),
  (day) => [{ from: day, says: 'wants its customer' }],
]

const spell = (from: number, says: Bank, days: number): Story['bank'] => [
  { from, says },
  { from: from + days, says: 'pays' },
]

const never: Act[] = []
const habits: Act[][] = [
  never,
  never,
  ['stop'],
  ['stop', 'resume'],
  ['replace the card'],
  ['pay', 'pay', 'pay'],
  ['confirm', 'confirm', 'confirm'],
]

/** Returns customers of every kind. The same seed and first day always give the same customers. */
export function storiesOf(count: number, { days, first, seed }: Year): Story[] {
  return Array.from({ length: count }, (_, number) => {
    const { below, pick } = randomFrom(seed * 100_003 + number)
    const bought = below(28)
    const { term, cents } = sold[plans[number % plans.length]!]!
    const trouble = pick(troubles)
    const habit = pick(habits)
    const calm: Story = {
      ...{ bought, term, cents, renews: below(8) > 0 },
      code: below(4) === 0 ? { halves: 1 + below(4) } : null,
      bank: [],
      // Cards are valid until the end of a month.
      cardExpires: below(10) === 0 ? dayOfMonth(first, 2 + below(10)) : null,
      acts: [],
    }
    // A fault that begins between two charges takes effect at the second.
    const charged = daysOf(' paid ', calm, days).filter((day) => day > bought)
    const from = charged.length > 0 ? pick(charged) : bought + 20 + below(days - 60)
    const story = { ...calm, bank: trouble(from, below) }
    let on = bought + 1 + below(days - 60)
    // Customers who react to a failed payment do so in the days after it.
    const answers = habit.some((act) => act === 'confirm' || act === 'pay')
    if (answers) on = daysOf(' mail renewal-failed', story, days)[0] ?? on
    const longest = answers ? 5 : term === null || term > 31 ? 30 : 9
    const acts = habit.map((act) => {
      on += 1 + below(longest)
      return { on, act }
    })
    return { ...story, acts }
  })
}

/** Returns the days on which this event happens to a customer. */
function daysOf(what: string, story: Story, days: number): number[] {
  const lines = yearOf(story, days).filter((line) => line.includes(what))
  return lines.map((line) => Number.parseInt(line, 10))
}

/** `first` is the midnight before the first day. */
export type Year = { days: number; first: Date; seed: number }

/** Returns the day on which the month begins that is this many months later. */
function dayOfMonth(first: Date, later: number) {
  const begins = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + later, 1)
  return (begins - first.getTime()) / 86_400_000
}
