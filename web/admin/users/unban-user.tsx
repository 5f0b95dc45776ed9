import { Undo2 } from 'lucide-react'
import { staffUsers, type User } from '#contract/people/staff-users.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { Button } from '../../ui/button.tsx'

export function UnbanUser({ user: { uid, username } }: { user: User }) {
  const unban = useAction(staffUsers.change, {
    done: 'User unbanned',
    failed: 'Failed to unban the user',
    reload: 'always',
  })
  return (
    <ConfirmAction
      action={unban}
      input={[{ params: { uid }, body: { banned: false } }]}
      button={(ask) => (
        <Button onClick={ask}>
          <Undo2 size={16} aria-hidden="true" />
          Unban
        </Button>
      )}
      title={isolated`Unban ${username}?`}
      confirm="Unban"
    >
      <p>
        They can sign in and start their loaders again, and get the Discord roles of active
        subscriptions back. Renewals stay off until the customer turns them on.
      </p>
    </ConfirmAction>
  )
}
