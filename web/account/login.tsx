import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import * as z from 'zod'
import { type Me, sessions } from '#contract/platform/sessions.ts'
import { can } from '#contract/wire/capabilities.ts'
import { api } from '../api/client.ts'
import { ApiError, isRefused } from '../api/error.ts'
import { useEndpointForm } from '../api/form.ts'
import { useConfig } from '../config.ts'
import { type Destination, takeOrigin, useDestination } from '../session/origin.ts'
import { hasEndedUnasked, keepsSession, setSession, useSession } from '../session/session.ts'
import { Head } from '../shell/head.tsx'
import { ErrorBox, Notice } from '../ui/notice.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AuthPage, textLinkClass } from './auth-page.tsx'
import { Captcha, useCaptcha } from './captcha.tsx'
import { CodeField } from './profile/code-field.tsx'
import { ResendVerification } from './resend-verification.tsx'
import { SubmitButton } from './submit-button.tsx'

const { username, password, code } = sessions.login.body.shape
const passwordOnly = z.object({ username, password })
/** The code is required here, because the server refuses the first attempt without it. */
const withCode = z.object({ username, password, code: code.unwrap() })
type Call = typeof sessions.login
type Typed = z.input<typeof passwordOnly> & { code?: string }

const cookiesBlocked =
  'Your browser blocks cookies from this site, but signing in requires one. Please allow them and sign in again.'

export default function Login() {
  const shared = useCaptcha()
  const { captcha, withToken } = shared
  const [wrong, setWrong] = useState(0)
  const [asksCode, setAsksCode] = useState(false)
  const [ended] = useState(hasEndedUnasked)
  const destination = useDestination()
  const { opened } = useConfig()
  const user = useSession()
  useLeaveWhenSignedIn(user, destination)
  const form = useEndpointForm<Call, Typed, Me | null>(sessions.login, {
    schema: asksCode ? withCode : passwordOnly,
    async send({ code, ...fields }) {
      try {
        const me = await withToken((token) =>
          api(sessions.login, { body: { ...fields, token, ...(asksCode && { code }) } }),
        )
        if (!keepsSession()) throw new ApiError(400, 'cookies_blocked', cookiesBlocked)
        return me
      } catch (error) {
        if (isRefused<Call>(error, 'second_factor_needed')) {
          setAsksCode(true)
          return null
        }
        if (isRefused<Call>(error, 'wrong_credentials')) {
          setWrong(wrong + 1)
          setAsksCode(false)
        }
        throw error
      }
    },
    failed: 'Signing in failed. Please try again.',
    unasked: 'sign-in',
    reload: 'never',
    isSaved: (me) => me !== null,
    about: { wrong_factor_code: 'code' },
    onDone: (me) => me && setSession(me),
  })

  return (
    <AuthPage
      title="Sign In"
      detail={
        opened && (
          <>
            New here?{' '}
            <Link to="/signup" state={destination} className={textLinkClass}>
              Create an account
            </Link>
          </>
        )
      }
    >
      <Head
        title="Sign In"
        description="Sign in to see your subscriptions, download your loader and ask support."
      />
      <form method="dialog" {...form.attributes} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {ended && (
          <Notice>You were signed out. Sign in again to continue where you left off.</Notice>
        )}
        {asksCode ? (
          <CodeFields form={form} onBack={() => setAsksCode(false)} />
        ) : (
          <>
            <TextField
              label="Username"
              hint="Or the email address of your account"
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
              <Link
                to="/forgot-password"
                state={destination}
                className="-my-1 justify-self-end py-2 text-[0.9375rem] text-soft hover:text-ink"
              >
                Forgot password?
              </Link>
            </div>
          </>
        )}
        <Captcha ref={captcha} />
        {form.error && <ErrorBox>{form.error}</ErrorBox>}
        {wrong >= 2 && (
          <p className="text-sm text-soft">
            Sure that it is right? After many failed attempts, even by someone else, the correct
            password can be rejected for 15 minutes. Setting a new one with{' '}
            <Link to="/forgot-password" state={destination} className={textLinkClass}>
              Forgot password
            </Link>{' '}
            works immediately.
          </p>
        )}
        <SubmitButton loading={form.pending || Boolean(user)}>Sign In</SubmitButton>
      </form>
      {isRefused<Call>(form.cause, 'unverified') && (
        <div className="mt-6 border-line border-t pt-6">
          <ResendVerification
            email={emailIn(form.values.username)}
            username={nameIn(form.values.username)}
            shared={shared}
          />
        </div>
      )}
    </AuthPage>
  )
}

type CodeForm = {
  input: (name: 'code') => { name: string; error: string | undefined }
  values: { username?: string }
}

/** Asks for the code of the second factor, after the password was right. */
function CodeFields({ form, onBack }: { form: CodeForm; onBack: () => void }) {
  const [lost, setLost] = useState(false)
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => part.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={part} className="grid justify-items-start gap-5">
      <p className="text-soft">
        Signing in as{' '}
        <strong className="text-ink [overflow-wrap:anywhere]">{form.values.username}</strong>.{' '}
        <button type="button" onClick={onBack} className={textLinkClass}>
          Not you?
        </button>
      </p>
      <CodeField
        {...form.input('code')}
        label={lost ? 'Recovery code' : 'Code'}
        className="w-full"
        inputMode={lost ? 'text' : 'numeric'}
        hint={
          lost
            ? 'One of the codes that you saved when you turned on the second factor. Each works once.'
            : 'The six-digit code that your authenticator app shows'
        }
      />
      <button
        type="button"
        onClick={() => setLost(!lost)}
        className="-my-1.5 py-1.5 text-left text-[0.9375rem] text-soft underline underline-offset-4 hover:text-ink"
      >
        {lost ? 'Use the authenticator app' : 'No access to your phone? Use a recovery code'}
      </button>
      {lost && (
        <p className="text-sm text-soft">
          No recovery code either? Email the shop from the address of your account. Its staff can
          turn off the second factor.
        </p>
      )}
    </div>
  )
}

/** Login accepts the username or the e-mail address. Only an address can receive mail. */
const emailIn = (login: string) => (login.includes('@') ? login.trim() : null)

const nameIn = (login: string) => (login.includes('@') ? undefined : login.trim())

function useLeaveWhenSignedIn(user: Me | null | undefined, { origin, browsing }: Destination) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!user) return
    const remembered = takeOrigin()
    const target = (browsing ? (remembered ?? origin) : (origin ?? remembered)) ?? '/dashboard'
    // The back-office redirects customers here: sending them back would loop.
    const away = target.startsWith('/admin') && !can(user, 'use_back_office')
    navigate(away ? '/dashboard' : target, { replace: true })
  }, [user, origin, browsing, navigate])
}
