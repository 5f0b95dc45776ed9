import { CalendarClock } from 'lucide-react'
import type { Subscription } from '#contract/access/subscriptions.ts'
import { subscriptions } from '#contract/access/subscriptions.ts'
import { type AffectedProduct, incidents } from '#contract/outages/incidents.ts'
import { shopNow } from '#web/clock.ts'
import { api } from '../../api/client.ts'
import { affectedOf } from '../../storefront/affected.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { DisclosureSummary } from '../../ui/disclosure-summary.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { defineTab } from '../dashboard/tab.ts'
import { isUrgent, SubscriptionCard } from './subscription-card.tsx'
import { daysLeft } from './time-left.ts'

export const subscriptionsTab = defineTab({
  id: 'subscriptions',
  label: 'Subscriptions',
  icon: CalendarClock,
  load,
  failed: 'Failed to load subscriptions',
  Panel: Subscriptions,
})

type Data = { runs: Subscription[]; affected: AffectedProduct[] }

async function load(): Promise<Data> {
  const [runs, affected] = await Promise.all([
    api(subscriptions.list),
    // The page says which products are down. It is shown even if that cannot be loaded.
    api(incidents.affected).catch(() => []),
  ])
  return { runs, affected }
}

function Subscriptions({ data: { runs, affected } }: { data: Data }) {
  if (runs.length === 0) {
    return (
      <EmptyState
        icon={<CalendarClock size={26} />}
        title="No subscriptions yet"
        action={
          <LinkButton to="/store" look="primary">
            Browse Store
          </LinkButton>
        }
      >
        Choose a game and a term. Your subscription appears here once the payment goes through.
      </EmptyState>
    )
  }
  const now = shopNow()
  const isOver = (run: Subscription) =>
    daysLeft(run, now) === null && !run.held && !isUrgent(run) && run.renewal?.state !== 'charging'
  const expired = runs.filter(isOver)
  const urgentFirst = (a: Subscription, b: Subscription) =>
    Number(isUrgent(b)) - Number(isUrgent(a))
  const active = runs.filter((run) => !isOver(run)).sort(urgentFirst)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {active.length > 0 && <List runs={active} affected={affected} />}
      {expired.length > 0 && (
        <details open={active.length === 0}>
          <DisclosureSummary className="title min-h-11 w-fit text-lg hover:text-soft">
            Expired ({expired.length})
          </DisclosureSummary>
          <div className="mt-3">
            <List runs={expired} affected={affected} />
          </div>
        </details>
      )}
    </div>
  )
}

function List({ runs, affected }: Data) {
  return (
    <ul className="surface notch-6 divide-y divide-line">
      {runs.map((subscription) => (
        <SubscriptionCard
          key={subscription.id}
          subscription={subscription}
          affected={affectedOf(affected, subscription.game_id)}
        />
      ))}
    </ul>
  )
}
