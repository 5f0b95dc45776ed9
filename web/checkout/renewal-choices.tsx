import type { Quote } from '#contract/selling/quote.ts'
import type { CartItem } from '../cart/cart.ts'
import { RenewalChoice } from './renewal-choice.tsx'

type RenewalChoicesProps = { quote: Quote; items: readonly CartItem[] }

/** The renewal choices of the items, shown above the amounts that the card is charged. */
export function RenewalChoices({ quote, items }: RenewalChoicesProps) {
  const lines = quote.items.flatMap((line) => {
    const item = items.find(({ id }) => id === line.id)
    return item && line.renewal ? [{ item, line, renewal: line.renewal }] : []
  })
  if (lines.length === 0) return null
  return (
    <ul className="grid gap-4">
      {lines.map(({ item, line, renewal }) => (
        <li key={line.id}>
          <RenewalChoice
            item={{ ...item, title: line.name ?? item.title }}
            plan={line.plan}
            renewal={renewal}
            named={quote.items.length > 1}
          />
        </li>
      ))}
    </ul>
  )
}
