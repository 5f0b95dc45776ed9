import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { type Me, sessions } from '#contract/sessions.ts'
import { api } from '../../api/client.ts'
import { isRefused, isSessionOver, messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.ts'
import { passwordChoice } from '../new-password.ts'

const schema = z
  .object({ current: z.string().min(1, 'Current password is required') })
  .and(passwordChoice)
type Fields = z.input<typeof schema>
type Call = typeof sessions.changePassword

const empty: Fields = { current: '', password: '', confirm: '' }

/** Typed when the session was found ended. Passwords are kept in memory only, and for their owner. */
let unsent: { uid: number; fields: Fields } | null = null

export function ChangePassword({ user }: { user: Me }) {
  const { register, handleSubmit, setError, clearErrors, reset, formState } = useForm({
    resolver: zodResolver(schema),
    reValidateMode: 'onSubmit',
    defaultValues: unsent?.uid === user.uid ? unsent.fields : empty,
  })
  const { errors, isSubmitting } = formState
  const onChange = () => clearErrors()
  useEffect(() => {
    unsent = null
  }, [])

  const submit = handleSubmit(async (fields) => {
    const { current: current_password, password: new_password, confirm } = fields
    try {
      await api(sessions.changePassword, { body: { current_password, new_password, confirm } })
      toast.success('Password changed successfully.')
      reset(empty)
    } catch (error) {
      if (isSessionOver(error)) {
        unsent = { uid: user.uid, fields }
        return
      }
      if (isRefused<Call>(error, 'common_password', 'personal_password')) {
        const message = error.fields.new_password ?? error.message
        return setError('password', { message }, { shouldFocus: true })
      }
      const message = messageOf(error, 'Changing the password failed. Please try again.')
      const wrong = isRefused<Call>(error, 'wrong_password')
      setError(wrong ? 'current' : 'root', { message }, { shouldFocus: true })
    }
  })

  return (
    <Card>
      <CardHeader
        title="Change password"
        detail="It signs you out everywhere else. At least 8 characters, with an uppercase letter, a lowercase letter and a number."
      />
      <form method="post" noValidate onSubmit={submit} className="grid max-w-md gap-5">
        <input type="text" autoComplete="username" value={user.username} readOnly hidden />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.current?.message}
          {...register('current', { onChange })}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password', { onChange })}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          error={errors.confirm?.message}
          {...register('confirm', { onChange })}
        />
        {errors.root && <ErrorBox>{errors.root.message}</ErrorBox>}
        <Button type="submit" look="primary" loading={isSubmitting} className="justify-self-start">
          Change Password
        </Button>
      </form>
    </Card>
  )
}
