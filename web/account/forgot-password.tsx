import { zodResolver } from '@hookform/resolvers/zod'
import { MailCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import * as z from 'zod'
import { sessions } from '#contract/sessions.ts'
import { api } from '../api/client.ts'
import { messageOf } from '../api/error.ts'
import { Head } from '../shell/head.tsx'
import { LinkButton } from '../ui/button.tsx'
import { ErrorBox } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.ts'
import { AuthPage, textLinkClass } from './auth-page.tsx'
import { Captcha, type CaptchaHandle, useCaptchaMissing } from './captcha.tsx'
import { SubmitButton } from './submit-button.tsx'

const failed = 'Failed to send reset link. Please try again.'

const { username, email } = sessions.forgotPassword.body.shape
const schema = z.object({
  username,
  email: z.string().trim().min(1, 'Email is required').pipe(email),
})
type Fields = z.input<typeof schema>

export default function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo === null) return <Ask onSent={setSentTo} />
  return (
    <AuthPage title="Check Your Email">
      <Head title="Check Your Email" />
      <div className="mb-6 flex gap-4">
        <MailCheck size={24} aria-hidden="true" className="mt-0.5 shrink-0 text-signal" />
        <p className="min-w-0 text-soft">
          If <strong className="break-words text-ink">{sentTo}</strong> and the username belong to
          one account, a link to choose a new password is on its way. It is good for one hour.
          Nothing there? Look in the spam folder.
        </p>
      </div>
      <LinkButton to="/login" size="large" wide>
        Back to Login
      </LinkButton>
    </AuthPage>
  )
}

function Ask({ onSent }: { onSent: (email: string) => void }) {
  const { register, handleSubmit, setError, formState } = useForm<Fields>({
    resolver: zodResolver(schema),
  })
  const { errors, isSubmitting } = formState
  const captcha = useRef<CaptchaHandle>(null)
  const captchaMissing = useCaptchaMissing()

  const submit = handleSubmit(async (fields) => {
    const token = await captcha.current?.token()
    if (!token) return setError('root', { message: captchaMissing })
    try {
      await api(sessions.forgotPassword, { body: { ...fields, token } })
      toast.success('Password reset link sent to your email')
      onSent(fields.email)
    } catch (error) {
      captcha.current?.renew()
      toast.error(failed)
      setError('root', { message: messageOf(error, failed) })
    }
  })

  return (
    <AuthPage
      title="Forgot Password"
      detail="Tell us who you are and we send you a link to choose a new one."
      footer={
        <>
          Remembered it?{' '}
          <Link to="/login" className={textLinkClass}>
            Back to Login
          </Link>
        </>
      }
    >
      <Head title="Forgot Password" description="Ask for a link to choose a new password." />
      <form method="dialog" noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username?.message}
          {...register('username')}
        />
        <Captcha ref={captcha} />
        {errors.root && <ErrorBox>{errors.root.message}</ErrorBox>}
        <SubmitButton loading={isSubmitting}>Send Reset Link</SubmitButton>
      </form>
    </AuthPage>
  )
}
