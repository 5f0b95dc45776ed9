import { staffUsers, type User } from '#contract/people/staff-users.ts'
import { api } from '../../api/client.ts'
import { Picker } from './picker.tsx'
import type { Load } from './use-options.ts'

const most = 10

type UserPickerProps = {
  label: string
  /** Only admins and support. */
  staff?: boolean
  onPick: (user: User) => void
}

export function UserPicker({ label, staff, onPick }: UserPickerProps) {
  return (
    <Picker
      label={label}
      placeholder="Name or address…"
      minimum={2}
      load={staff ? loadStaff : loadUsers}
      none="No users found"
      onPick={({ data }) => onPick(data)}
    />
  )
}

const loadUsers = loading({})
const loadStaff = loading({ staff: 'true' as const })

function loading(more: { staff?: 'true' }): Load<User> {
  return async (search, signal) => {
    const query = { page: 0, limit: most, search, ...more }
    const { users: found } = await api(staffUsers.list, { query }, { signal })
    return found.map((user) => ({
      id: user.uid,
      label: user.username,
      subtitle: [user.email, user.admin ? 'Admin' : user.support && 'Support']
        .filter(Boolean)
        .join(' · '),
      data: user,
    }))
  }
}
