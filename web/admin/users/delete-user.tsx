import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type User, users } from '#contract/users.ts'
import { api } from '../../api/client.ts'
import { isSessionOver, messageOf } from '../../api/error.ts'
import { IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.ts'

/** Removes a person for good, once confirmed. */
export function DeleteUser({ user: { uid, username } }: { user: User }) {
  const [asking, setAsking] = useState(false)
  const { revalidate } = useRevalidator()

  async function remove() {
    try {
      await api(users.remove, { params: { uid: String(uid) } })
    } catch (error) {
      return isSessionOver(error) ? undefined : messageOf(error, 'Failed to delete user')
    }
    toast.success(`User with ID ${uid} deleted successfully`)
    await revalidate()
  }

  return (
    <>
      <IconButton
        label={`Delete ${username}`}
        icon={<Trash2 size={17} />}
        size="small"
        className="hover:text-danger"
        onClick={() => setAsking(true)}
      />
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title="Delete User"
        confirm="Okay"
        danger
        onConfirm={remove}
      >
        <p className="text-ink">Are you sure you want to delete this user?</p>
        <p>
          <strong className="text-ink">{username}</strong> is signed out for good. Name, address,
          Discord link, devices and infractions are removed, time that is left and card renewals
          end. Orders and tickets stay, of a “Deleted user”. This cannot be undone.
        </p>
      </Confirm>
    </>
  )
}
