import { CalendarClock } from 'lucide-react'
import type { Subscription } from '#contract/subscriptions.ts'
import { subscriptions } from '#contract/subscriptions.ts'
import { api } from '../../api/client.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { defineTab } from '../dashboard/tab.ts'
import { SubscriptionCard } from './subscription-card.tsx'

export const subscriptionsTab = defineTab({
  id: 'subscriptions',
  label: 'Subscriptions',
  icon: CalendarClock,
  load: () => api(subscriptions.list),
  failed: 'Failed to load subscriptions',
  Panel: Subscriptions,
})

function Subscriptions({ data }: { data: Subscription[] }) {
  if (data.length === 0) {
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
        Pick a game and a term; it shows up here as soon as the payment is through.
      </EmptyState>
    )
  }
  return (
    <ul className="grid gap-4">
      {data.map((subscription) => (
        <SubscriptionCard key={subscription.id} subscription={subscription} />
      ))}
    </ul>
  )
}
