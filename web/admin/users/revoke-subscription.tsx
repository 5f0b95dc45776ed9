import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type StaffSubscription, staffSubscriptions } from '#contract/staff-subscriptions.ts'
import type { User } from '#contract/users.ts'
import { api } from '../../api/client.ts'
import { failureOf, isSessionOver } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.ts'

type RevokeSubscriptionProps = { user: User; subscription: StaffSubscription }

/** Takes the time that is left on a product. */
export function RevokeSubscription({ user, subscription }: RevokeSubscriptionProps) {
  const { game_id, product_name } = subscription
  const [asking, setAsking] = useState(false)
  const { revalidate } = useRevalidator()

  async function revoke() {
    try {
      await api(staffSubscriptions.remove, { params: { uid: String(user.uid) }, body: { game_id } })
    } catch (error) {
      return isSessionOver(error)
        ? undefined
        : failureOf(error, 'Failed to revoke the subscription')
    }
    toast.success('Successfully revoked subscription.')
    await revalidate()
  }

  return (
    <>
      <Button
        size="small"
        aria-label={`Revoke subscription of ${product_name}`}
        onClick={() => setAsking(true)}
      >
        Revoke
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title="Revoke subscription?"
        confirm="Revoke"
        danger
        onConfirm={revoke}
      >
        <p>
          {user.username} loses the time that is left on{' '}
          <strong className="text-ink">{product_name}</strong> at once, with its Discord role. Card
          renewals of orders with this game are stopped. Nothing is paid back.
        </p>
      </Confirm>
    </>
  )
}
