import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { type FieldPath, useForm } from 'react-hook-form'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Registration } from '#contract/public-config.ts'
import { sessions } from '#contract/sessions.ts'
import { api } from '../api/client.ts'
import { ApiError, isRefused, messageOf } from '../api/error.ts'
import { useConfig } from '../config.ts'
import { Head } from '../shell/head.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { ErrorBox } from '../ui/notice.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AuthPage, textLinkClass } from './auth-page.tsx'
import { Captcha, type CaptchaHandle, useCaptchaMissing } from './captcha.tsx'
import { rememberOrigin, useOrigin } from './origin.ts'
import { forgetReferral, rememberedReferral, rememberReferral } from './referral.ts'
import { type SignupForm, signupForm } from './signup-form.ts'
import { SubmitButton } from './submit-button.tsx'

const errorLifetime = 5000

export default function Signup() {
  // An administrator may change it while the page is open: then the server's refusal tells.
  const [registration, setRegistration] = useState(useConfig().registration)
  const { state } = useLocation()
  return (
    <AuthPage
      title="Sign Up"
      footer={
        <>
          Have an account?{' '}
          <Link to="/login" state={state} className={textLinkClass}>
            Sign in
          </Link>
        </>
      }
    >
      <Head
        title="Sign Up"
        description="Create an account to subscribe and download your loader."
      />
      {registration === 'closed' ? (
        <p>{sessions.signup.refusals.registration_closed.sentence}</p>
      ) : (
        <Form byReferral={registration === 'by_referral'} onChanged={setRegistration} />
      )}
    </AuthPage>
  )
}

type FormProps = {
  byReferral: boolean
  /** Who may sign up is otherwise than the page thought. */
  onChanged: (registration: Registration) => void
}

function Form({ byReferral, onChanged }: FormProps) {
  const form = useForm({ resolver: zodResolver(signupForm(byReferral)) })
  const { register, handleSubmit, setError, setValue, getValues, clearErrors, formState } = form
  const { errors, isSubmitting, isSubmitSuccessful, submitCount } = formState
  const captcha = useRef<CaptchaHandle>(null)
  const captchaMissing = useCaptchaMissing()
  const navigate = useNavigate()
  const origin = useOrigin()
  const [query] = useSearchParams()
  const referral = query.get('ref')

  useEffect(() => {
    if (referral) rememberReferral(referral)
    const kept = referral ?? rememberedReferral()
    if (kept && !getValues('refcode')) setValue('refcode', kept)
  }, [referral, getValues, setValue])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try is given its own five seconds
  useEffect(() => {
    if (isSubmitting || submitCount === 0) return
    const timer = setTimeout(clearErrors, errorLifetime)
    return () => clearTimeout(timer)
  }, [submitCount, isSubmitting])

  const submit = handleSubmit(async ({ username, email, password, refcode }) => {
    const token = await captcha.current?.token()
    if (!token) return setError('root', { message: captchaMissing })
    try {
      const body = { username, email, password, token, refcode: refcode || null }
      await api(sessions.signup, { body })
      forgetReferral()
      if (origin) rememberOrigin(origin)
      const address = new URLSearchParams({ email })
      await navigate(`/verify-email?${address}`, { state: { justSent: true, username } })
    } catch (error) {
      if (isRefused<typeof sessions.signup>(error, 'registration_closed')) {
        return onChanged('closed')
      }
      if (isRefused<typeof sessions.signup>(error, 'referral_code_required')) {
        onChanged('by_referral')
      }
      captcha.current?.renew()
      const told = error instanceof ApiError ? Object.entries(error.fields) : []
      const own = told.filter(([name]) => name in getValues())
      for (const [name, message] of own) setError(name as FieldPath<SignupForm>, { message })
      if (own.length > 0) return
      setError('root', { message: messageOf(error, 'Signing up failed. Please try again.') })
    }
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
        hint="We send a link there to verify it"
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint="At least 8 characters"
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <TextField
        label={byReferral ? 'Referral code' : 'Referral code (optional)'}
        hint={byReferral ? 'Ask a customer for theirs: nobody signs up without one' : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.refcode?.message}
        {...register('refcode')}
      />
      <Checkbox
        label={
          <>
            I accept the terms of the{' '}
            <Link to="/privacy" target="_blank" className={textLinkClass}>
              privacy policy
            </Link>
          </>
        }
        error={errors.terms?.message}
        {...register('terms')}
      />
      <Captcha ref={captcha} />
      {errors.root && <ErrorBox>{errors.root.message}</ErrorBox>}
      <SubmitButton loading={isSubmitting || isSubmitSuccessful}>Sign Up</SubmitButton>
    </form>
  )
}
