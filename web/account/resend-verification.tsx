import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod'
import { accounts } from '#contract/accounts.ts'
import { api } from '../api/client.ts'
import { ApiError, messageOf } from '../api/error.ts'
import { Button } from '../ui/button.tsx'
import { useSecondsLeft } from '../ui/countdown.ts'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.ts'

const cooldown = 60_000
const schema = accounts.resendVerification.body

type ResendVerificationProps = {
  /** Where the mail goes; asked for when null. */
  email: string | null
  /** A mail is on its way already, so the wait begins at once. */
  justSent?: boolean
}

/** Sends the verification mail again, once a minute. */
export function ResendVerification({ email, justSent }: ResendVerificationProps) {
  const [nextAt, setNextAt] = useState(() => (justSent ? Date.now() + cooldown : 0))
  const wait = useSecondsLeft(nextAt)
  const { register, handleSubmit, formState } = useForm<z.input<typeof schema>>({
    resolver: zodResolver(schema),
    ...(email !== null && { values: { email } }),
  })
  const { errors, isSubmitting } = formState

  const resend = handleSubmit(async (body) => {
    try {
      await api(accounts.resendVerification, { body })
      toast.success('Verification email sent')
      setNextAt(Date.now() + cooldown)
    } catch (error) {
      toast.error(messageOf(error, 'Failed to send verification email'))
      if (error instanceof ApiError && error.status === 429) setNextAt(Date.now() + cooldown)
    }
  })

  return (
    <form noValidate onSubmit={resend} className="grid gap-4">
      {/* An address that cannot be right is corrected here, too. */}
      {(email === null || errors.email) && (
        <TextField
          label="E-mail address of your account"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
      )}
      <Button type="submit" wide disabled={wait > 0} loading={isSubmitting}>
        <span className="tabular-nums">{wait > 0 ? `Resend in ${wait}s` : 'Resend Email'}</span>
      </Button>
    </form>
  )
}
