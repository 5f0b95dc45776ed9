import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import * as z from 'zod'
import { can } from '#contract/capabilities.ts'
import { type Me, sessions } from '#contract/sessions.ts'
import { api } from '../api/client.ts'
import { ApiError, isRefused } from '../api/error.ts'
import { useEndpointForm } from '../api/form.ts'
import { useConfig } from '../config.ts'
import { keepsSession, setSession, useSession } from '../session/session.ts'
import { Head } from '../shell/head.tsx'
import { ErrorBox } from '../ui/notice.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AuthPage, textLinkClass } from './auth-page.tsx'
import { Captcha, useCaptcha } from './captcha.tsx'
import { recallOrigin, useOrigin } from './origin.ts'
import { ResendVerification } from './resend-verification.tsx'
import { SubmitButton } from './submit-button.tsx'

const { username, password } = sessions.login.body.shape
const schema = z.object({ username, password })
type Call = typeof sessions.login

const cookiesBlocked =
  'Your browser keeps no cookies of this site, and signing in needs one. Please allow them and sign in again.'

export default function Login() {
  const { captcha, withToken } = useCaptcha()
  const [wrong, setWrong] = useState(0)
  const origin = useOrigin()
  const { opened } = useConfig()
  const user = useSession()
  useLeaveWhenSignedIn(user, origin)
  const form = useEndpointForm(sessions.login, {
    schema,
    async send(fields) {
      try {
        const me = await withToken((token) => api(sessions.login, { body: { ...fields, token } }))
        if (!keepsSession()) throw new ApiError(400, 'cookies_blocked', cookiesBlocked)
        return me
      } catch (error) {
        if (isRefused<Call>(error, 'wrong_credentials')) setWrong(wrong + 1)
        throw error
      }
    },
    failed: 'Signing in failed. Please try again.',
    unasked: 'sign-in',
    reload: 'never',
    onDone: setSession,
  })

  return (
    <AuthPage
      title="Sign In"
      footer={
        opened && (
          <>
            New here?{' '}
            <Link to="/signup" state={{ origin }} className={textLinkClass}>
              Create an account
            </Link>
          </>
        )
      }
    >
      <Head title="Sign In" />
      <form method="dialog" {...form.attributes} className="grid gap-5">
        <TextField
          label="Username"
          hint="Or the e-mail address of your account"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.input('username')}
        />
        <div className="grid gap-2">
          <PasswordField
            label="Password"
            autoComplete="current-password"
            {...form.input('password')}
          />
          <Link to="/forgot-password" className="justify-self-end text-sm text-soft hover:text-ink">
            Forgot password?
          </Link>
        </div>
        <Captcha ref={captcha} />
        {form.error && <ErrorBox>{form.error}</ErrorBox>}
        {wrong >= 2 && (
          <p className="text-sm text-soft">
            Sure that it is right? After many failed attempts, even by somebody else, sign-in may
            refuse the right password for 15 minutes. A new one by{' '}
            <Link to="/forgot-password" className={textLinkClass}>
              Forgot password
            </Link>{' '}
            works at once.
          </p>
        )}
        <SubmitButton loading={form.pending || Boolean(user)}>Sign In</SubmitButton>
      </form>
      {isRefused<Call>(form.cause, 'unverified') && (
        <div className="mt-6 border-line border-t pt-6">
          <ResendVerification
            email={emailIn(form.values.username)}
            username={nameIn(form.values.username)}
          />
        </div>
      )}
    </AuthPage>
  )
}

/** Login takes the username or the e-mail address; only the latter can be written to. */
const emailIn = (login: string) => (login.includes('@') ? login.trim() : null)

const nameIn = (login: string) => (login.includes('@') ? undefined : login.trim())

function useLeaveWhenSignedIn(user: Me | null | undefined, origin: string | null) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!user) return
    const remembered = recallOrigin()
    const target = origin ?? remembered ?? '/dashboard'
    // The back-office redirects users who are not staff here: sending them back would loop.
    const away = target.startsWith('/admin') && !can(user, 'use_back_office')
    navigate(away ? '/dashboard' : target, { replace: true })
  }, [user, origin, navigate])
}
