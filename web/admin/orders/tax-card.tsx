import type { OrderTax } from '#contract/platform/taxes.ts'
import { countryName } from '#contract/wire/countries.ts'
import { formatMoment } from '../../format.ts'
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
    says: 'There is no second source to compare. Crypto payments have no country, and a card’s country is known once it has paid.',
  },
  none: {
    label: 'No evidence',
    tone: 'warning',
    says: 'The customer’s country is unknown, so no tax is charged.',
  },
}

/** The country of the tax in an order, and the evidence for it. */
export function TaxCard({ tax }: { tax: OrderTax }) {
  const { country, card_country, evidence, company } = tax
  const { label, tone, says } = evidences[evidence]
  return (
    <Card>
      <CardHeader title="Tax" actions={<Badge tone={tone}>{label}</Badge>} />
      <dl className="grid gap-1.5 text-sm">
        <Fact name="Customer chose">{country ? countryName(country) : 'Not chosen'}</Fact>
        <Fact name="Card’s country">{card_country ? countryName(card_country) : 'Unknown'}</Fact>
      </dl>
      <p className="mt-3 text-soft text-sm">{says}</p>
      {company && <BoughtFor company={company} />}
    </Card>
  )
}

type BoughtFor = NonNullable<OrderTax['company']>

const outcomes: Record<BoughtFor['tax'], string> = {
  reverse_charge: 'VIES confirmed the VAT ID: the company pays the tax (reverse charge).',
  waiting:
    'VIES has not responded yet. Tax is charged and corrected automatically once VIES confirms the VAT ID.',
  unknown: 'Tax is charged because VIES does not know the VAT ID.',
  taxed:
    'Tax is charged: there is no VAT ID, it is from the shop’s own country, or VIES does not cover the country.',
}

/** The company that the order was placed for, and the evidence for its tax treatment. */
function BoughtFor({ company }: { company: BoughtFor }) {
  const { name, address, vat_id, tax, asked_at, answered_at, consultation, error } = company
  return (
    <div className="mt-4 border-line border-t pt-4">
      <dl className="grid gap-1.5 text-sm">
        <Fact name="Company">{`${name}\n${address}`}</Fact>
        <Fact name="VAT ID">{vat_id || 'None'}</Fact>
        {answered_at && <Fact name="VIES responded">{formatMoment(answered_at)}</Fact>}
        {!answered_at && asked_at && <Fact name="VIES queried">{formatMoment(asked_at)}</Fact>}
        {consultation && <Fact name="Consultation">{consultation}</Fact>}
        {error && <Fact name="VIES error">{error}</Fact>}
      </dl>
      <p className="mt-3 text-soft text-sm">{outcomes[tax]}</p>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className="grid gap-x-3 sm:grid-cols-[8rem_1fr]">
      <dt className="text-faint">{name}</dt>
      <dd className="min-w-0 whitespace-pre-line [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
