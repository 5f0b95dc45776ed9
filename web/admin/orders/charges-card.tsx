import { shortCardName } from '#contract/selling/card-brand.ts'
import type { RenewalCharge } from '#contract/selling/staff-orders.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Moment } from '../../ui/time-ago.tsx'

const states: Record<RenewalCharge['status'], { label: string; tone: Tone }> = {
  asked: { label: 'Requested', tone: 'warning' },
  processing: { label: 'Processing', tone: 'warning' },
  needs_action: { label: 'Needs confirmation', tone: 'warning' },
  succeeded: { label: 'Paid', tone: 'success' },
  declined: { label: 'Declined', tone: 'danger' },
  canceled: { label: 'Canceled', tone: 'danger' },
}

/** The card charges of a renewal's current period, newest first. */
export function ChargesCard({ charges }: { charges: readonly RenewalCharge[] }) {
  if (charges.length === 0) return null
  return (
    <Card>
      <CardHeader title="Renewal charges" detail="Newest first." />
      <ul className="divide-y divide-line">
        {charges.map((charge) => (
          <Charge key={charge.id} charge={charge} />
        ))}
      </ul>
    </Card>
  )
}

function Charge({ charge }: { charge: RenewalCharge }) {
  const { label, tone } = states[charge.status]
  const code = charge.decline_code ?? charge.code
  return (
    <li className="grid gap-1 py-3 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-[600]">
          {shortCardName({ brand: charge.card_brand, last4: charge.card_last4 })}
          <Badge tone={tone}>{label}</Badge>
        </span>
        <span className="text-faint text-sm">
          <Moment at={charge.created_at} />
        </span>
      </p>
      {(charge.message || code) && (
        <p className="text-sm text-soft [overflow-wrap:anywhere]">
          {charge.message} {code && <span className="font-mono text-faint text-xs">{code}</span>}
        </p>
      )}
      {charge.payment_intent_id && (
        <p className="font-mono text-faint text-xs [overflow-wrap:anywhere]">
          {charge.payment_intent_id}
        </p>
      )}
    </li>
  )
}
