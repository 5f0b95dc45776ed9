import { ShieldOff } from 'lucide-react'
import type { Me } from '#contract/sessions.ts'
import { staffUsers, type User } from '#contract/staff-users.ts'
import { Button } from '../../ui/button.tsx'
import { AskReason } from '../ask-reason.tsx'

/** For a customer who has lost their phone and their recovery codes. */
export function RemoveSecondFactor({ user, me }: { user: User; me: Me }) {
  return (
    <AskReason
      me={me}
      draft={`second factor ${user.uid}`}
      call={staffUsers.removeSecondFactor}
      toInput={(reason) => ({ params: { uid: user.uid }, body: { reason } })}
      button={(ask) => (
        <Button onClick={ask}>
          <ShieldOff size={16} aria-hidden="true" />
          Take Second Factor Off
        </Button>
      )}
      title="Take the second factor off?"
      confirm="Take It Off"
      cancel="Leave It On"
      done="Second factor taken off"
      failed="Failed to take the second factor off"
    >
      <p>
        The password alone signs{' '}
        <strong className="text-ink [overflow-wrap:anywhere]">{user.username}</strong> in then. Be
        sure that it is them who asks: who stole the password asks as well. A mail tells them.
      </p>
    </AskReason>
  )
}
