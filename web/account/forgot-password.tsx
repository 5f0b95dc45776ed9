import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod'
import { mailRefusals, sessions } from '#contract/platform/sessions.ts'
import { api } from '../api/client.ts'
import { useEndpointForm } from '../api/form.ts'
import { useConfig } from '../config.ts'
import { rememberOrigin, useDestination } from '../session/origin.ts'
import { Head } from '../shell/head.tsx'
import { LinkButton } from '../ui/button.tsx'
import { ErrorBox } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AuthPage, textLinkClass } from './auth-page.tsx'
import { Captcha, useCaptcha } from './captcha.tsx'
import { SubmitButton } from './submit-button.tsx'

const { username, email } = sessions.forgotPassword.body.shape
const schema = z.object({
  username,
  email: z.string().trim().min(1, 'Email is required').pipe(email),
})

export default function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { mail } = useConfig()
  if (!mail) {
    return (
      <AuthPage title="Forgot Password">
        <Head title="Forgot Password" />
        <p className="mb-6">{mailRefusals.mail_not_set_up.sentence}</p>
        <LinkButton to="/login" size="large" wide>
          Back to Login
        </LinkButton>
      </AuthPage>
    )
  }
  if (sentTo === null) return <Ask onSent={setSentTo} />
  return (
    <AuthPage title="Check Your Email">
      <Head title="Check Your Email" />
      <div className="mb-6 flex gap-4">
        <MailCheck size={24} aria-hidden="true" className="mt-0.5 shrink-0 text-signal" />
        <p className="min-w-0 text-soft">
          If <strong className="break-words text-ink">{sentTo}</strong> and the username belong to
          the same account, we have sent a link to reset the password. It expires after one hour. If
          you cannot find it, check your spam folder.
        </p>
      </div>
      <LinkButton to="/login" size="large" wide>
        Back to Login
      </LinkButton>
    </AuthPage>
  )
}

function Ask({ onSent }: { onSent: (email: string) => void }) {
  const { captcha, withToken } = useCaptcha()
  const destination = useDestination()
  const form = useEndpointForm(sessions.forgotPassword, {
    schema,
    async send({ username, email }) {
      await withToken((token) => api(sessions.forgotPassword, { body: { username, email, token } }))
      return email
    },
    done: 'Password reset link sent to your email',
    failed: 'Failed to send reset link. Please try again.',
    unasked: 'sign-in',
    failureIn: 'both',
    reload: 'never',
    onDone(email) {
      const { origin, browsing } = destination
      if (origin && !browsing) rememberOrigin(origin)
      onSent(email)
    },
  })

  return (
    <AuthPage
      title="Forgot Password"
      detail="Enter your email and username to get a link to reset your password."
      footer={
        <>
          Remember your password?{' '}
          <Link to="/login" state={destination} className={textLinkClass}>
            Back to Login
          </Link>
        </>
      }
    >
      <Head title="Forgot Password" description="Request a link to reset your password." />
      <form method="dialog" {...form.attributes} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <TextField label="Email" type="email" autoComplete="email" {...form.input('email')} />
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.input('username')}
        />
        <Captcha ref={captcha} />
        {form.error && <ErrorBox>{form.error}</ErrorBox>}
        <SubmitButton loading={form.pending}>Send Reset Link</SubmitButton>
      </form>
    </AuthPage>
  )
}
