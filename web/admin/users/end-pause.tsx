import { type StaffSubscription, staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import type { User } from '#contract/people/staff-users.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { Button } from '../../ui/button.tsx'
import { AskReason } from '../ask-reason.tsx'

type EndPauseProps = { user: User; subscription: StaffSubscription }

/** Resumes a term that the customer has paused. */
export function EndPause({ user, subscription: { game_id, product_name } }: EndPauseProps) {
  return (
    <AskReason
      draft={`end-pause ${user.uid} ${game_id}`}
      call={staffSubscriptions.resume}
      toInput={(reason) => ({ params: { uid: user.uid }, body: { game_id, reason } })}
      button={(ask) => (
        <Button size="small" aria-label={`End pause of ${product_name}`} onClick={ask}>
          End pause
        </Button>
      )}
      title="End the pause?"
      confirm="End pause"
      done={isolated`The pause of ${product_name} has ended`}
      failed="Failed to end the pause"
    >
      {user.username} has paused <strong className="text-ink">{product_name}</strong>. Their time
      goes on at once, with all that was left of it, and a renewal’s charge comes sooner by as much.
      They are not told.
    </AskReason>
  )
}
