import { CalendarClock } from 'lucide-react'
import type { Subscription } from '#contract/access/subscriptions.ts'
import { subscriptions } from '#contract/access/subscriptions.ts'
import { type AffectedProduct, incidents } from '#contract/outages/incidents.ts'
import { api } from '../../api/client.ts'
import { affectedOf } from '../../storefront/affected.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { defineTab } from '../dashboard/tab.ts'
import { SubscriptionCard } from './subscription-card.tsx'

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
  return (
    <ul className="grid gap-4">
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
