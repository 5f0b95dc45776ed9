import { countryName } from '#contract/countries.ts'
import type { OrderTax } from '#contract/taxes.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'

const evidences: Record<OrderTax['evidence'], { label: string; tone: Tone; says: string }> = {
  agrees: {
    label: 'Evidence agrees',
    tone: 'success',
    says: 'Customer and card name the same country.',
  },
  disagrees: {
    label: 'Evidence disagrees',
    tone: 'warning',
    says: 'Documents use the country that the customer chose.',
  },
  one: {
    label: 'One piece of evidence',
    tone: 'neutral',
    says: 'There is nothing to compare it with: crypto payments tell no country, and a card does once it has paid.',
  },
  none: {
    label: 'No evidence',
    tone: 'warning',
    says: 'Nobody has said where the customer lives, so no tax is charged.',
  },
}

/** Whose tax an order has in it, and how that is known. */
export function TaxCard({ tax: { country, card_country, evidence } }: { tax: OrderTax }) {
  const { label, tone, says } = evidences[evidence]
  return (
    <Card>
      <CardHeader title="Tax" actions={<Badge tone={tone}>{label}</Badge>} />
      <dl className="grid gap-1.5 text-sm">
        <Fact name="Customer chose">{country ? countryName(country) : 'Not asked'}</Fact>
        <Fact name="Card’s country">{card_country ? countryName(card_country) : 'Not told'}</Fact>
      </dl>
      <p className="mt-3 text-soft text-sm">{says}</p>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className="grid gap-x-3 sm:grid-cols-[8rem_1fr]">
      <dt className="text-faint">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
