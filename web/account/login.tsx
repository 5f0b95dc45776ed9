import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import * as z from 'zod'
import { can } from '#contract/capabilities.ts'
import { sessions } from '#contract/sessions.ts'
import { api } from '../api/client.ts'
import { isRefused, messageOf } from '../api/error.ts'
import { useConfig } from '../config.ts'
import { Head } from '../shell/head.tsx'
import { ErrorBox } from '../ui/notice.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AuthPage, textLinkClass } from './auth-page.tsx'
import { Captcha, type CaptchaHandle, useCaptchaMissing } from './captcha.tsx'
import { recallOrigin, useOrigin } from './origin.ts'
import { ResendVerification } from './resend-verification.tsx'
import { setSession, useSession } from './session.ts'
import { SubmitButton } from './submit-button.tsx'

const { username, password } = sessions.login.body.shape
const schema = z.object({ username, password })

export default function Login() {
  const { register, handleSubmit, setError, getValues, formState } = useForm<
    z.input<typeof schema>
  >({ resolver: zodResolver(schema) })
  const { errors, isSubmitting, isSubmitSuccessful } = formState
  const captcha = useRef<CaptchaHandle>(null)
  const captchaMissing = useCaptchaMissing()
  const [wrong, setWrong] = useState(0)
  const origin = useOrigin()
  const { opened } = useConfig()
  useLeaveWhenSignedIn(origin)

  const submit = handleSubmit(async (fields) => {
    const token = await captcha.current?.token()
    if (!token) return setError('root', { message: captchaMissing })
    try {
      setSession(await api(sessions.login, { body: { ...fields, token } }))
    } catch (error) {
      captcha.current?.renew()
      if (isRefused<typeof sessions.login>(error, 'wrong_credentials')) setWrong(wrong + 1)
      const type = isRefused<typeof sessions.login>(error, 'unverified') ? 'unverified' : 'failed'
      setError('root', { type, message: messageOf(error, 'Signing in failed. Please try again.') })
    }
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
      <form method="dialog" noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          label="Username"
          hint="Or the e-mail address of your account"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username?.message}
          {...register('username')}
        />
        <div className="grid gap-2">
          <PasswordField
            label="Password"
            autoComplete="current-password"
            error={errors.password?.message}
            {...register('password')}
          />
          <Link to="/forgot-password" className="justify-self-end text-sm text-soft hover:text-ink">
            Forgot password?
          </Link>
        </div>
        <Captcha ref={captcha} />
        {errors.root && <ErrorBox>{errors.root.message}</ErrorBox>}
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
        <SubmitButton loading={isSubmitting || isSubmitSuccessful}>Sign In</SubmitButton>
      </form>
      {errors.root?.type === 'unverified' && (
        <div className="mt-6 border-line border-t pt-6">
          <ResendVerification
            email={emailIn(getValues('username'))}
            username={nameIn(getValues('username'))}
          />
        </div>
      )}
    </AuthPage>
  )
}

/** Login takes the username or the e-mail address; only the latter can be written to. */
const emailIn = (login: string) => (login.includes('@') ? login.trim() : null)

const nameIn = (login: string) => (login.includes('@') ? undefined : login.trim())

function useLeaveWhenSignedIn(origin: string | null) {
  const user = useSession()
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
