import { may } from '#contract/endpoint.ts'
import type { Me } from '#contract/sessions.ts'
import { type StaffSubscription, staffSubscriptions } from '#contract/staff-subscriptions.ts'
import type { User } from '#contract/staff-users.ts'
import { shopNow } from '#web/clock.ts'
import { formatShortDay } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { endOf, nextOf } from '../run-end.ts'
import { AddSubscription } from './add-subscription.tsx'
import { RevokeSubscription } from './revoke-subscription.tsx'

type SubscriptionsCardProps = {
  user: User
  me: Me
  subscriptions: readonly StaffSubscription[]
}

export function SubscriptionsCard({ user, me, subscriptions }: SubscriptionsCardProps) {
  const now = shopNow()
  const active = subscriptions.filter((run) => endOf(run) > now)
  return (
    <Card>
      <CardHeader
        title="Subscriptions"
        actions={
          may(me, staffSubscriptions.add) && (
            <AddSubscription user={user} owned={active.map(({ game_id }) => game_id)} />
          )
        }
      />
      {subscriptions.length === 0 && <p className="text-soft">No subscriptions yet.</p>}
      <ul className="divide-y divide-line">
        {subscriptions.map((run) => {
          const running = endOf(run) > now
          const next = nextOf(run, now)
          return (
            <li
              key={run.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
            >
              <div className="min-w-0 flex-1 basis-56">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-[600]">
                  {run.product_name}
                  {!running && <Badge>Expired</Badge>}
                </p>
                <p className="text-faint text-sm tabular-nums">
                  Subscribed on {formatShortDay(run.created_at)} ·{' '}
                  {next ? `${next.word} ${formatShortDay(next.at)}` : 'Lifetime'}
                </p>
              </div>
              {running && may(me, staffSubscriptions.remove) && (
                <RevokeSubscription user={user} subscription={run} />
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
