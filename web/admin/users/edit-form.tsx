import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import * as z from 'zod'
import type { User } from '#contract/accounts.ts'
import { email, username } from '#contract/credentials.ts'
import { type Account, roles, users } from '#contract/users.ts'
import { keepDraft, readDraft } from '../../account/draft.ts'
import { refreshSession } from '../../account/session.ts'
import { useSessionEnd } from '../../account/session-end.ts'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/error.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { roleOf, roleOptions } from './labels.tsx'

const schema = z.object({
  username: z.string().trim().min(1, 'Username is required').pipe(username),
  email: z.string().trim().min(1, 'Email is required').pipe(email),
  role: z.enum(roles),
  status: z.enum(['active', 'banned']),
})
type Values = z.output<typeof schema>

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'banned', label: 'Banned' },
] as const

const valuesOf = (user: Account): Values => ({
  username: user.username,
  email: user.email,
  role: roleOf(user),
  status: user.banned ? 'banned' : 'active',
})

/** A user's name, address, role and status. What was typed outlives an ended session. */
export function EditForm({ user, me, page }: { user: Account; me: User; page: string }) {
  const draft = `edit-user-${user.uid}`
  const { register, handleSubmit, setError, reset, getValues, watch, formState } = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: valuesOf(user),
  })
  const { errors, isSubmitting, isDirty } = formState
  const navigate = useNavigate()
  const sessionEnded = useSessionEnd()
  const [role, status] = watch(['role', 'status'])

  useEffect(() => {
    const kept = readDraft(me.uid, draft)
    if (!kept) return
    keepDraft(me.uid, draft, '')
    reset(JSON.parse(kept), { keepDefaultValues: true })
  }, [me.uid, draft, reset])

  const submit = handleSubmit(async (values) => {
    try {
      await api(users.edit, { params: { uid: String(user.uid) }, body: bodyOf(user, values) })
      if (user.uid === me.uid) await refreshSession()
      toast.success('User updated successfully')
      await navigate(page)
    } catch (error) {
      if (sessionEnded(error)) return keepDraft(me.uid, draft, JSON.stringify(getValues()))
      toast.error('Failed to update user')
      setError('root', { message: messageOf(error, 'Failed to update user') })
    }
  })

  return (
    <Card className="max-w-2xl">
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          label="Username"
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username?.message}
          {...register('username')}
        />
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="off"
          error={errors.email?.message}
          {...register('email')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Select
            label="Role"
            options={roleOptions}
            hint={roleHint(user, role)}
            {...register('role')}
          />
          <Select
            label="Status"
            options={statuses}
            hint={statusHint(user, status)}
            {...register('status')}
          />
        </div>
        {errors.root && <ErrorBox>{errors.root.message}</ErrorBox>}
        <div className="flex flex-wrap gap-3 sm:justify-end">
          <LinkButton to={page}>Cancel</LinkButton>
          <Button disabled={!isDirty} onClick={() => reset(valuesOf(user))}>
            Reset
          </Button>
          <Button look="primary" type="submit" loading={isSubmitting}>
            Save Changes
          </Button>
        </div>
      </form>
    </Card>
  )
}

function bodyOf(user: Account, { username, email, role, status }: Values) {
  const { uid, verified, created_at, last_login } = user
  const flags = {
    admin: role === 'admin',
    support: role === 'support',
    banned: status === 'banned',
  }
  return { uid, username, email, ...flags, verified, created_at, last_login }
}

/** What saving will do, before it is done. */
function statusHint(user: Account, status: Values['status']) {
  if (status === 'banned' && !user.banned)
    return 'Signs them out and ends card renewals and Discord roles.'
  if (status === 'active' && user.banned) return 'Lets them sign in again.'
  return undefined
}

function roleHint(user: Account, role: Values['role']) {
  const before = roleOf(user)
  if (role === before) return undefined
  if (role === 'admin') return 'Lets them do everything that you may.'
  if (role === 'support') return 'Lets them see users, tickets and logs.'
  return 'Closes the back-office to them.'
}
