import { zodResolver } from '@hookform/resolvers/zod'
import { type FieldPath, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import * as z from 'zod'
import { setup } from '#contract/setup.ts'
import { setSession } from '../../account/session.ts'
import { SubmitButton } from '../../account/submit-button.tsx'
import { api } from '../../api/client.ts'
import { ApiError, isRefused, messageOf } from '../../api/error.ts'
import { ErrorBox } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

const { username, email, password } = setup.claim.body.shape
const claimForm = z
  .object({ username, email, password, confirm: z.string() })
  .refine((typed) => typed.password === typed.confirm, {
    error: 'Passwords do not match',
    path: ['confirm'],
  })
type Typed = z.input<typeof claimForm>

export function ClaimForm({ token }: { token: string }) {
  const { register, handleSubmit, setError, getValues, formState } = useForm({
    resolver: zodResolver(claimForm),
    defaultValues: { username: '', email: '', password: '', confirm: '' },
  })
  const { errors, isSubmitting, isSubmitSuccessful } = formState
  const navigate = useNavigate()

  const submit = handleSubmit(async ({ confirm: _, ...typed }) => {
    try {
      setSession(await api(setup.claim, { body: { token, ...typed } }))
    } catch (error) {
      const told = fieldsOf(error).filter(([name]) => name in getValues())
      for (const [name, message] of told) setError(name as FieldPath<Typed>, { message })
      if (told.length > 0) return
      return setError('root', {
        message: messageOf(error, 'The account could not be made. Please try again.'),
      })
    }
    // The token has served: it need not stand in the address any longer.
    await navigate('/setup', { replace: true })
  })

  return (
    <form method="dialog" noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message}
        {...register('username')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint="At least 8 characters, with an uppercase letter, a lowercase letter and a number"
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirm?.message}
        {...register('confirm')}
      />
      {errors.root && <ErrorBox>{errors.root.message}</ErrorBox>}
      <SubmitButton loading={isSubmitting || isSubmitSuccessful}>Create Account</SubmitButton>
    </form>
  )
}

function fieldsOf(error: unknown): [string, string][] {
  if (isRefused<typeof setup.claim>(error, 'username_taken')) return [['username', error.message]]
  if (isRefused<typeof setup.claim>(error, 'email_taken')) return [['email', error.message]]
  return error instanceof ApiError ? Object.entries(error.fields) : []
}
