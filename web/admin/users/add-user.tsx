import { zodResolver } from '@hookform/resolvers/zod'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { Input } from '#contract/endpoint.ts'
import type { Me } from '#contract/sessions.ts'
import { users } from '#contract/users.ts'
import { api } from '../../api/client.ts'
import { isSessionOver, messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { readUnsent, useUnsent } from '../unsent.ts'
import { roleOptions } from './labels.tsx'

const form = 'add-user'
type Body = Input<typeof users.add>['body']
const blank: Body = { username: '', email: '', role: 'user' }

/** Invites somebody, who sets their own password. */
export function AddUser({ me }: { me: Me }) {
  const [open, setOpen] = useState(() => readUnsent(me.uid, form) !== undefined)
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
  const [unsent] = useState(() => readUnsent<Body>(me.uid, form))
  const { register, handleSubmit, setError, watch, getValues, formState } = useForm({
    resolver: zodResolver(users.add.body),
    defaultValues: unsent ?? blank,
  })
  const { errors, isSubmitting } = formState
  const { username, email } = watch()
  const { done, close } = useUnsent({
    uid: me.uid,
    form,
    dirty: Boolean(username || email),
    typed: getValues,
  })
  const leave = () => close(onClose)
  const navigate = useNavigate()

  const submit = handleSubmit(async (body) => {
    try {
      const { uid } = await api(users.add, { body })
      toast.success(`Invitation sent to ${body.email}`)
      done()
      await navigate(`/admin/users/${uid}`)
    } catch (error) {
      if (isSessionOver(error)) return
      setError('root', { message: messageOf(error, 'Failed to add user') })
    }
  })

  return (
    <Dialog
      open
      onClose={leave}
      title="Add User"
      problem={errors.root?.message}
      actions={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button look="primary" type="submit" form={form} loading={isSubmitting}>
            Send Invitation
          </Button>
        </>
      }
    >
      <form id={form} method="post" noValidate onSubmit={submit} className="grid gap-5">
        <p className="text-soft">
          They get a mail with a link to set a password. It works for a week and confirms the
          address.
        </p>
        <TextField
          label="Username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username?.message}
          {...register('username')}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          error={errors.email?.message}
          {...register('email')}
        />
        <Select
          label="Role"
          options={roleOptions}
          hint="Support sees users, tickets and logs. Admins may do everything."
          {...register('role')}
        />
      </form>
    </Dialog>
  )
}
