import { type StaffSubscription, staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import type { User } from '#contract/people/staff-users.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { Button } from '../../ui/button.tsx'

type RevokeSubscriptionProps = { user: User; subscription: StaffSubscription }

/** Revokes the time left on a product. */
export function RevokeSubscription({ user, subscription }: RevokeSubscriptionProps) {
  const { game_id, product_name } = subscription

  const revoke = useAction(staffSubscriptions.remove, {
    done: 'Successfully revoked subscription.',
    failed: 'Failed to revoke the subscription',
  })

  return (
    <ConfirmAction
      action={revoke}
      input={[{ params: { uid: user.uid }, body: { game_id } }]}
      button={(ask) => (
        <Button size="small" aria-label={`Revoke subscription of ${product_name}`} onClick={ask}>
          Revoke
        </Button>
      )}
      title="Revoke subscription?"
      confirm="Revoke"
      danger
    >
      <p>
        <bdi>{user.username}</bdi> loses the time that is left on{' '}
        <strong className="text-ink">{product_name}</strong> at once, with its Discord role. Card
        renewals of orders with this game are canceled. No money is refunded.
      </p>
    </ConfirmAction>
  )
}
