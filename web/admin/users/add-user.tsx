import { UserPlus } from 'lucide-react'
import { useNavigate } from 'react-router'
import { staffUsers } from '#contract/people/staff-users.ts'
import type { Me } from '#contract/platform/sessions.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { api } from '../../api/client.ts'
import { useEndpointForm } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { useDraftDialog } from '../../drafts.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { roleOptions } from './labels.tsx'

const draft = 'new user'
const blank: Input<typeof staffUsers.add>['body'] = { username: '', email: '', role: 'user' }

/** Invites a user, who sets their own password. */
export function AddUser({ me }: { me: Me }) {
  const [open, setOpen] = useDraftDialog(me.uid, draft)
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        <UserPlus size={18} aria-hidden="true" />
        Add User
      </Button>
      {open && <Invitation me={me} onClose={() => setOpen(false)} />}
    </>
  )
}

function Invitation({ me, onClose }: { me: Me; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useEndpointForm(staffUsers.add, {
    initial: blank,
    send: async (body) => ({ ...(await api(staffUsers.add, { body })), email: body.email }),
    done: ({ email }) => `Invitation sent to ${email}`,
    failed: 'Failed to add user',
    about: { username_taken: 'username', email_taken: 'email' },
    reload: 'never',
    draft: { uid: me.uid, form: draft },
    onDone: ({ uid }) => navigate(`/admin/users/${uid}`),
  })

  return (
    <FormDialog form={form} onClose={onClose} title="Add User" submit="Send Invitation">
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
    </FormDialog>
  )
}
