import { LogOut } from 'lucide-react'
import { staffUsers, type User } from '#contract/people/staff-users.ts'
import { Button } from '../../ui/button.tsx'
import { AskReason } from '../ask-reason.tsx'

export function EndSessions({ user }: { user: User }) {
  return (
    <AskReason
      draft={`end sessions ${user.uid}`}
      call={staffUsers.endSessions}
      toInput={(reason) => ({ params: { uid: user.uid }, body: { reason } })}
      button={(ask) => (
        <Button onClick={ask}>
          <LogOut size={16} aria-hidden="true" />
          Sign Out Everywhere
        </Button>
      )}
      title="Sign this user out everywhere?"
      confirm="Sign Out"
      cancel="Cancel"
      done="User signed out everywhere"
      failed="Failed to sign the user out"
    >
      <p>
        Every browser and every loader of{' '}
        <strong className="text-ink [overflow-wrap:anywhere]">{user.username}</strong> is signed
        out. They can sign in again with their password.
      </p>
    </AskReason>
  )
}
