import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { sessions } from '#contract/sessions.ts'
import { api } from '../api/client.ts'
import { failureOf, isRefused } from '../api/error.ts'
import { Button } from '../ui/button.tsx'
import { useSecondsLeft } from '../ui/countdown.ts'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.ts'
import { Captcha, type CaptchaHandle, useCaptchaMissing } from './captcha.tsx'

const cooldown = 60_000
const { email: address } = sessions.resendVerification.body.shape
const schema = z.object({ email: address })
type Call = typeof sessions.resendVerification

type ResendVerificationProps = {
  /** Where the mail goes; asked for when null. */
  email: string | null
  /** Whose link it is, where several people signed up with one address. */
  username?: string | undefined
  /** A mail is on its way already, so the wait begins at once. */
  justSent?: boolean | undefined
}

/** Sends the verification mail again, once a minute. */
export function ResendVerification({ email, username, justSent }: ResendVerificationProps) {
  const [nextAt, setNextAt] = useState(() => (justSent ? Date.now() + cooldown : 0))
  const wait = useSecondsLeft(nextAt)
  const { register, handleSubmit, formState } = useForm<z.input<typeof schema>>({
    resolver: zodResolver(schema),
    ...(email !== null && { values: { email } }),
  })
  const { errors, isSubmitting } = formState

  const captcha = useRef<CaptchaHandle>(null)
  const captchaMissing = useCaptchaMissing()

  const resend = handleSubmit(async (fields) => {
    const token = await captcha.current?.token()
    if (!token) return void toast.error(captchaMissing)
    try {
      const body = { ...fields, token, ...(username !== undefined && { username }) }
      await api(sessions.resendVerification, { body })
      toast.success('Verification email sent')
      setNextAt(Date.now() + cooldown)
    } catch (error) {
      toast.error(failureOf(error, 'Failed to send verification email'))
      if (isRefused<Call>(error, 'mail_too_soon', 'mailed_often', 'rate_limited')) {
        setNextAt(Date.now() + cooldown)
      }
    }
    captcha.current?.renew()
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
      <Captcha ref={captcha} />
      <Button type="submit" wide disabled={wait > 0} loading={isSubmitting}>
        <span className="tabular-nums">{wait > 0 ? `Resend in ${wait}s` : 'Resend Email'}</span>
      </Button>
    </form>
  )
}
