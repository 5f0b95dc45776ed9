import {
  type Gift,
  type StaffSubscription,
  staffSubscriptions,
} from '#contract/access/staff-subscriptions.ts'
import type { User } from '#contract/people/staff-users.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { may } from '#contract/wire/endpoint.ts'
import { shopNow } from '#web/clock.ts'
import { formatDay } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { isRunning, nextOf } from '../run-end.ts'
import { AddSubscription } from './add-subscription.tsx'
import { EndPause } from './end-pause.tsx'
import { Gifts } from './gifts.tsx'
import { GiveTime } from './give-time.tsx'
import { RevokeSubscription } from './revoke-subscription.tsx'

type SubscriptionsCardProps = {
  user: User
  me: Me
  subscriptions: readonly StaffSubscription[]
  gifts: readonly Gift[]
}

export function SubscriptionsCard({ user, me, subscriptions, gifts }: SubscriptionsCardProps) {
  const now = shopNow()
  return (
    <Card>
      <CardHeader
        title="Subscriptions"
        actions={
          <>
            {may(me, staffSubscriptions.remove) && (
              <AddSubscription
                user={user}
                owned={subscriptions.filter((run) => isRunning(run, now)).map((run) => run.game_id)}
              />
            )}
            {may(me, staffSubscriptions.give) && <GiveTime user={user} me={me} />}
          </>
        }
      />
      {subscriptions.length === 0 && <p className="text-soft">No subscriptions yet.</p>}
      <ul className="divide-y divide-line">
        {subscriptions.map((run) => {
          const running = isRunning(run, now)
          const next = nextOf(run, now)
          return (
            <li
              key={run.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
            >
              <div className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-[600]">
                  {run.product_name}
                  {!running && run.held && <Badge tone="warning">On hold</Badge>}
                  {!running && !run.held && <Badge>Expired</Badge>}
                </p>
                <p className="text-faint text-sm tabular-nums">
                  Subscribed on {formatDay(run.created_at)} ·{' '}
                  {next ? `${next.word} ${formatDay(next.at)}` : 'Lifetime'}
                </p>
              </div>
              <div className="flex flex-wrap gap-2">
                {may(me, staffSubscriptions.give) && !run.lifetime && (
                  <GiveTime
                    user={user}
                    me={me}
                    productId={run.game_id}
                    label={`Give time on ${run.product_name}`}
                  />
                )}
                {run.paused && may(me, staffSubscriptions.resume) && (
                  <EndPause user={user} subscription={run} />
                )}
                {running && may(me, staffSubscriptions.remove) && (
                  <RevokeSubscription user={user} subscription={run} />
                )}
              </div>
            </li>
          )
        })}
      </ul>
      <Gifts uid={user.uid} gifts={gifts} />
    </Card>
  )
}
