import { Trash2 } from 'lucide-react'
import { staffUsers, type User } from '#contract/staff-users.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { messageOf } from '../../api/error.ts'
import { IconButton } from '../../ui/button.tsx'

/** Removes a person for good, once confirmed. */
export function DeleteUser({ user: { uid, username } }: { user: User }) {
  const remove = useAction(staffUsers.remove, {
    done: `User with ID ${uid} deleted successfully`,
    failed: 'Failed to delete user',
    say: messageOf,
  })

  return (
    <ConfirmAction
      action={remove}
      input={[{ params: { uid } }]}
      button={(ask) => (
        <IconButton
          label={`Delete ${username}`}
          icon={<Trash2 size={17} />}
          size="small"
          className="hover:text-danger"
          onClick={ask}
        />
      )}
      title="Delete User"
      confirm="Okay"
      danger
    >
      <p className="text-ink">Are you sure you want to delete this user?</p>
      <p>
        <strong className="text-ink">{username}</strong> is signed out for good. Name, address,
        Discord link, devices and infractions are removed, time that is left and card renewals end.
        Orders and tickets stay, of a “Deleted user”. This cannot be undone.
      </p>
    </ConfirmAction>
  )
}
