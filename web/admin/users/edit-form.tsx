import { useNavigate } from 'react-router'
import * as z from 'zod'
import { banReason, roles, staffUsers, type User } from '#contract/people/staff-users.ts'
import type { apiKeys } from '#contract/platform/api-keys.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { email, username } from '#contract/wire/credentials.ts'
import type { Result } from '#contract/wire/endpoint.ts'
import { useRecordForm } from '../../api/record-form.ts'
import { refreshSession } from '../../session/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox, Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { stoppedBy } from './ban-effects.ts'
import { roleOf, roleOptions } from './labels.tsx'

const schema = z.object({
  username: z.string().trim().min(1, 'Username is required').pipe(username),
  email: z.string().trim().min(1, 'Email is required').pipe(email),
  role: z.enum(roles),
  status: z.enum(['active', 'banned']),
  reason: z.string().trim().pipe(z.literal('').or(banReason)),
  current_password: z.string().max(256),
  revision: z.number(),
})
type Values = z.input<typeof schema>

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'banned', label: 'Banned' },
] as const

const statusOf = ({ banned }: User) => (banned ? 'banned' : 'active')

const valuesOf = (user: User): Values => ({
  username: user.username,
  email: user.email,
  role: roleOf(user),
  status: statusOf(user),
  reason: '',
  current_password: '',
  revision: user.revision,
})

/** `keys` are the API keys that the user created as an administrator. */
type EditFormProps = {
  user: User
  /** How many card renewals a ban would stop. */
  renewing: number
  keys: Result<typeof apiKeys.list>
  me: Me
  page: string
}

/** A user's name, address, role and status. Unsaved changes are stored when the session ends. */
export function EditForm({ user, renewing, keys, me, page }: EditFormProps) {
  const navigate = useNavigate()
  const form = useRecordForm(staffUsers.change, {
    initial: valuesOf(user),
    schema,
    toInput: (values, base) => ({ params: { uid: user.uid }, body: bodyOf(base, values) }),
    done: 'User updated successfully',
    failed: 'Failed to update user',
    about: {
      username_taken: 'username',
      email_taken: 'email',
      own_password_needed: 'current_password',
      wrong_password: 'current_password',
      too_many_password_guesses: 'current_password',
    },
    failureIn: 'both',
    reload: 'never',
    draft: {
      uid: me.uid,
      // Without the password.
      only: ['username', 'email', 'role', 'status', 'reason', 'revision'],
      form: `user ${user.uid}`,
    },
    async onDone() {
      if (user.uid === me.uid) await refreshSession()
      await navigate(page)
    },
  })
  const { role, status } = form.values
  const movesOwnAddress = user.uid === me.uid && form.values.email.trim() !== user.email

  return (
    <Card className="max-w-2xl">
      <form method="post" {...form.attributes} className="grid gap-5">
        <TextField
          label="Username"
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.input('username')}
        />
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="off"
          {...form.input('email')}
        />
        {movesOwnAddress && (
          <PasswordField
            label="Your current password"
            hint="Required to change your own email address."
            autoComplete="current-password"
            {...form.input('current_password')}
          />
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <Select
            label="Role"
            options={roleOptions}
            hint={roleHint(user, role)}
            {...form.input('role')}
          />
          <Select
            label="Status"
            options={statuses}
            hint={statusHint(user, status)}
            {...form.input('status')}
          />
        </div>
        {bans(user, status) && (
          <TextField
            label="Reason (optional)"
            hint="Visible to staff only, in the log and on the user’s page."
            maxLength={300}
            autoComplete="off"
            {...form.input('reason')}
          />
        )}
        {bans(user, status) && renewing > 0 && <Notice>{stoppedBy(renewing)}</Notice>}
        {keys.total > 0 && (role !== 'admin' || bans(user, status)) && (
          <Notice>{revokedWith(keys)}</Notice>
        )}
        {form.error && <ErrorBox>{form.error}</ErrorBox>}
        <div className="form-actions">
          <LinkButton to={page}>Cancel</LinkButton>
          <Button disabled={!form.dirty} onClick={form.reset}>
            Reset
          </Button>
          <Button look="primary" type="submit" loading={form.pending}>
            Save Changes
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** Send only the changed fields, because others may have changed the rest since. */
function bodyOf(base: Values, values: Values) {
  const { username, email, role, status, reason, current_password, revision } = values
  return {
    revision,
    ...(username.trim() !== base.username && { username }),
    ...(email.trim() !== base.email && { email }),
    ...(email.trim() !== base.email && current_password && { current_password }),
    ...(role !== base.role && { admin: role === 'admin', support: role === 'support' }),
    ...(status !== base.status && { banned: status === 'banned' }),
    ...(status === 'banned' && base.status === 'active' && reason && { ban_reason: reason }),
  }
}

const bans = (user: User, status: Values['status']) => status === 'banned' && !user.banned

/** Says what saving will do. */
function statusHint(user: User, status: Values['status']) {
  if (bans(user, status)) return 'Signs them out and removes their Discord roles.'
  if (status === 'active' && user.banned) return 'Lets them sign in again.'
  return undefined
}

function roleHint(user: User, role: Values['role']) {
  const before = roleOf(user)
  if (role === before) return undefined
  if (role === 'admin') return 'Gives full access, like yours.'
  if (role === 'support') return 'Gives access to users, tickets and logs.'
  return 'Removes access to the back-office.'
}

function revokedWith({ api_keys, total }: EditFormProps['keys']) {
  const names = api_keys.map(({ name }) => `“${name}”`).join(', ')
  const more = total > api_keys.length ? ` and ${total - api_keys.length} more` : ''
  return total === 1
    ? `The API key ${names}, which they made, is revoked with it, as they may have a copy. What uses it is refused until you give it a new one.`
    : `The ${total} API keys that they made are revoked with it, as they may have copies: ${names}${more}. What uses them is refused until you give it new ones.`
}
