import { UserPlus } from 'lucide-react'
import { useNavigate } from 'react-router'
import { staffUsers } from '#contract/people/staff-users.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { api } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ActionDialog } from '../action-dialog.tsx'
import { roleOptions } from './labels.tsx'

const blank: Input<typeof staffUsers.add>['body'] = { username: '', email: '', role: 'user' }

/** Invites a user, who sets their own password. */
export function AddUser() {
  const navigate = useNavigate()
  return (
    <ActionDialog
      call={staffUsers.add}
      draft="new user"
      initial={blank}
      send={async (body) => ({ ...(await api(staffUsers.add, { body })), email: body.email })}
      button={(open) => (
        <Button look="primary" onClick={open}>
          <UserPlus size={18} aria-hidden="true" />
          Add User
        </Button>
      )}
      title="Add User"
      submit="Send Invitation"
      done={({ email }) => `Invitation sent to ${email}`}
      failed="Failed to add user"
      about={{ username_taken: 'username', email_taken: 'email' }}
      reload="never"
      onDone={({ uid }) => navigate(`/admin/users/${uid}`)}
    >
      {(form) => (
        <>
          <p className="text-soft">
            The user gets an email with a link to set a password. The link is valid for a week and
            confirms the address.
          </p>
          <TextField
            label="Username"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.input('username')}
          />
          <TextField label="Email" type="email" autoComplete="off" {...form.input('email')} />
          <Select
            label="Role"
            options={roleOptions}
            hint="Support sees users, tickets and logs. Admins may do everything."
            {...form.input('role')}
          />
        </>
      )}
    </ActionDialog>
  )
}
