import { Link } from 'react-router'
import type { DisputeLine } from '#contract/selling/disputes.ts'
import { formatPrice } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { disputeStates, reasonOf } from '../disputes/states.ts'

/** The disputes of the order, each linked to its evidence. */
export function DisputesCard({ disputes }: { disputes: readonly DisputeLine[] }) {
  if (disputes.length === 0) return null
  return (
    <Card>
      <CardHeader title="Disputes" />
      <ul className="grid gap-5 divide-y divide-line">
        {disputes.map(({ id, state, reason, amount, due_at, opened_at }) => (
          <li key={id} className="grid gap-1 pt-5 first:pt-0">
            <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <Link
                to={`/admin/disputes/${id}`}
                className="font-[600] underline decoration-edge underline-offset-4 hover:decoration-signal"
              >
                {reasonOf(reason)}
              </Link>
              <Badge tone={disputeStates[state].tone}>{disputeStates[state].label}</Badge>
            </p>
            <p className="flex flex-wrap justify-between gap-x-4 text-sm text-soft">
              <span>
                {state === 'needs_response' && due_at ? 'Due ' : 'Opened '}
                <Moment at={state === 'needs_response' && due_at ? due_at : opened_at} />
              </span>
              <span className="tabular-nums">{formatPrice(amount)}</span>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
