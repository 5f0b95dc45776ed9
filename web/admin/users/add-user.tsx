import { zodResolver } from '@hookform/resolvers/zod'
import { UserPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { User } from '#contract/accounts.ts'
import type { Input } from '#contract/endpoint.ts'
import { users } from '#contract/users.ts'
import { keepDraft, readDraft } from '../../account/draft.ts'
import { useSessionEnd } from '../../account/session-end.ts'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { roleOptions } from './labels.tsx'

const form = 'add-user'
const blank: Input<typeof users.add>['body'] = { username: '', email: '', role: 'user' }

/** Invites somebody, who sets their own password. What was typed outlives an ended session. */
export function AddUser({ me }: { me: User }) {
  const [kept] = useState(() => readDraft(me.uid, form))
  const [open, setOpen] = useState(kept !== '')
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(users.add.body),
    defaultValues: kept ? (JSON.parse(kept) as typeof blank) : blank,
  })
  const { errors, isSubmitting } = formState
  useEffect(() => keepDraft(me.uid, form, ''), [me.uid])
  const navigate = useNavigate()
  const sessionEnded = useSessionEnd()

  const submit = handleSubmit(async (body) => {
    try {
      const { uid } = await api(users.add, { body })
      toast.success(`Invitation sent to ${body.email}`)
      setOpen(false)
      reset(blank)
      await navigate(`/admin/users/${uid}`)
    } catch (error) {
      if (sessionEnded(error)) return keepDraft(me.uid, form, JSON.stringify(body))
      setError('root', { message: messageOf(error, 'Failed to add user') })
    }
  })

  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        <UserPlus size={18} aria-hidden="true" />
        Add User
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Add User"
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
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
          {errors.root && <ErrorBox>{errors.root.message}</ErrorBox>}
        </form>
      </Dialog>
    </>
  )
}
