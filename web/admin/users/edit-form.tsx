import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useRevalidator } from 'react-router'
import * as z from 'zod'
import { email, username } from '#contract/credentials.ts'
import type { Me } from '#contract/sessions.ts'
import { banReason, roles, type User, users } from '#contract/users.ts'
import { refreshSession } from '../../account/session.ts'
import { api } from '../../api/client.ts'
import { isSessionOver, messageOf } from '../../api/error.ts'
import { differing, isStale, staleMessage } from '../../api/rebase.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useIntoView } from '../into-view.ts'
import { readUnsent, useUnsent } from '../unsent.ts'
import { roleOf, roleOptions } from './labels.tsx'

const schema = z.object({
  username: z.string().trim().min(1, 'Username is required').pipe(username),
  email: z.string().trim().min(1, 'Email is required').pipe(email),
  role: z.enum(roles),
  status: z.enum(['active', 'banned']),
  reason: z.string().trim().pipe(z.literal('').or(banReason)),
})
type Values = z.output<typeof schema>

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
})

/** A user's name, address, role and status. What was typed outlives an ended session. */
export function EditForm({ user, me, page }: { user: User; me: Me; page: string }) {
  const form = `user ${user.uid}`
  const [unsent] = useState(() => readUnsent<Partial<Values>>(me.uid, form))
  const { register, handleSubmit, setError, reset, watch, getValues, formState } = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: valuesOf(user),
  })
  const { errors, isSubmitting, isDirty } = formState
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { done } = useUnsent({
    uid: me.uid,
    form,
    dirty: isDirty,
    typed: () => differing(valuesOf(user), getValues()),
  })
  const box = useIntoView<HTMLDivElement>(errors.root)
  const [role, status] = watch(['role', 'status'])

  // Typed before a session that ended. What was not touched may have changed since.
  useEffect(() => {
    if (unsent) reset({ ...valuesOf(user), ...unsent }, { keepDefaultValues: true })
  }, [unsent, user, reset])

  // Loaded again, because somebody else changed it: what was not touched follows.
  useEffect(() => {
    reset(valuesOf(user), { keepDirtyValues: true, keepErrors: true })
  }, [user, reset])

  const submit = handleSubmit(async (values) => {
    try {
      await api(users.change, { params: { uid: String(user.uid) }, body: bodyOf(user, values) })
      if (user.uid === me.uid) await refreshSession()
      toast.success('User updated successfully')
      done()
      await navigate(page)
    } catch (error) {
      if (isSessionOver(error)) return
      toast.error('Failed to update user')
      if (isStale(error)) {
        await revalidate()
        return setError('root', { message: staleMessage(error) })
      }
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
        {bans(user, status) && (
          <TextField
            label="Reason (optional)"
            hint="For your colleagues: it is kept in the log and shown on the user’s page."
            maxLength={300}
            autoComplete="off"
            error={errors.reason?.message}
            {...register('reason')}
          />
        )}
        {errors.root && <ErrorBox ref={box}>{errors.root.message}</ErrorBox>}
        <div className="form-actions">
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

/** Only what differs: the rest may have changed meanwhile, and is not this form's to set back. */
function bodyOf(user: User, { username, email, role, status, reason }: Values) {
  return {
    revision: user.revision,
    ...(username !== user.username && { username }),
    ...(email !== user.email && { email }),
    ...(role !== roleOf(user) && { admin: role === 'admin', support: role === 'support' }),
    ...(status !== statusOf(user) && { banned: status === 'banned' }),
    ...(bans(user, status) && reason && { ban_reason: reason }),
  }
}

const bans = (user: User, status: Values['status']) => status === 'banned' && !user.banned

/** What saving will do, before it is done. */
function statusHint(user: User, status: Values['status']) {
  if (bans(user, status)) return 'Signs them out and ends card renewals and Discord roles.'
  if (status === 'active' && user.banned) return 'Lets them sign in again.'
  return undefined
}

function roleHint(user: User, role: Values['role']) {
  const before = roleOf(user)
  if (role === before) return undefined
  if (role === 'admin') return 'Lets them do everything that you may.'
  if (role === 'support') return 'Lets them see users, tickets and logs.'
  return 'Closes the back-office to them.'
}
