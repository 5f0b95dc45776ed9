import { ShieldOff } from 'lucide-react'
import { staffUsers, type User } from '#contract/people/staff-users.ts'
import { Button } from '../../ui/button.tsx'
import { AskReason } from '../ask-reason.tsx'

/** For a customer without access to their phone and their recovery codes. */
export function RemoveSecondFactor({ user }: { user: User }) {
  return (
    <AskReason
      draft={`second factor ${user.uid}`}
      call={staffUsers.removeSecondFactor}
      toInput={(reason) => ({ params: { uid: user.uid }, body: { reason } })}
      button={(ask) => (
        <Button onClick={ask}>
          <ShieldOff size={16} aria-hidden="true" />
          Remove Second Factor
        </Button>
      )}
      title="Remove the second factor?"
      confirm="Remove"
      cancel="Keep"
      done="Second factor removed"
      failed="Failed to remove the second factor"
    >
      <p>
        After this, the password alone signs in{' '}
        <strong className="text-ink [overflow-wrap:anywhere]">{user.username}</strong>. Verify the
        identity of the person who asks, because a thief of the password may ask too. The user gets
        an email.
      </p>
    </AskReason>
  )
}
