import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Registration } from '#contract/platform/public-config.ts'
import { mailRefusals, sessions } from '#contract/platform/sessions.ts'
import { signupPasswordRules } from '#contract/wire/credentials.ts'
import { api } from '../api/client.ts'
import { isRefused } from '../api/error.ts'
import { useEndpointForm } from '../api/form.ts'
import { readCart } from '../cart/cart.ts'
import { useConfig } from '../config.ts'
import { rememberOrigin, useDestination } from '../session/origin.ts'
import { forgetReferral, rememberedReferral, rememberReferral } from '../session/referral.ts'
import { Head } from '../shell/head.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { ErrorBox } from '../ui/notice.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AuthPage, textLinkClass } from './auth-page.tsx'
import { Captcha, useCaptcha } from './captcha.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { ReferralField } from './referral-field.tsx'
import { rememberSignup } from './signed-up-here.ts'
import { signupForm } from './signup-form.ts'
import { SubmitButton } from './submit-button.tsx'

const errorLifetime = 5000
type Call = typeof sessions.signup

export default function Signup() {
  // An administrator may change the setting while the page is open. The server's refusal then
  // reports the new value.
  const config = useConfig()
  const [registration, setRegistration] = useState(config.registration)
  const { state } = useLocation()
  return (
    <AuthPage
      title="Sign Up"
      detail={
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
      ) : !config.mail ? (
        <p>{mailRefusals.mail_not_set_up.sentence}</p>
      ) : (
        <Form byReferral={registration === 'by_referral'} onChanged={setRegistration} />
      )}
    </AuthPage>
  )
}

type FormProps = {
  byReferral: boolean
  /** Called when the registration setting differs from the page's. */
  onChanged: (registration: Registration) => void
}

function Form({ byReferral, onChanged }: FormProps) {
  const { captcha, withToken } = useCaptcha()
  const navigate = useNavigate()
  const destination = useDestination()
  const [query] = useSearchParams()
  const referral = query.get('ref')
  const form = useEndpointForm(sessions.signup, {
    schema: signupForm(byReferral),
    repeats: { password: 'confirmPassword' },
    async send({ username, email, password, refcode }) {
      try {
        await withToken((token) => {
          const body = { username, email, password, token, refcode: refcode || null }
          return api(sessions.signup, { body })
        })
        return { username, email }
      } catch (error) {
        if (isRefused<Call>(error, 'registration_closed')) onChanged('closed')
        if (isRefused<Call>(error, 'referral_code_required')) onChanged('by_referral')
        throw error
      }
    },
    failed: 'Signing up failed. Please try again.',
    about: {
      username_taken: 'username',
      common_password: 'password',
      personal_password: 'password',
      referral_code_required: 'refcode',
      unknown_referral_code: 'refcode',
    },
    reload: 'never',
    onDone({ username, email }) {
      forgetReferral()
      rememberSignup()
      // A visitor with a cart signs up to buy, unless a page sent them here.
      const { origin, browsing } = destination
      const goesToCheckout =
        readCart().length > 0 && (!origin || browsing) && !origin?.startsWith('/checkout')
      const target = goesToCheckout ? '/checkout' : origin
      if (target) rememberOrigin(target)
      const address = new URLSearchParams({ email: email.trim() })
      return navigate(`/verify-email?${address}`, { state: { justSent: true, username } })
    },
  })
  const { read, offer, clear, faultCount, pending } = form

  // biome-ignore lint/correctness/useExhaustiveDependencies: a typed code is not replaced
  useEffect(() => {
    if (referral) rememberReferral(referral)
    const kept = referral ?? rememberedReferral()
    if (kept && !read().refcode) offer({ refcode: kept })
  }, [referral])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the errors of each attempt are shown for five seconds
  useEffect(() => {
    if (pending || faultCount === 0) return
    const timer = setTimeout(clear, errorLifetime)
    return () => clearTimeout(timer)
  }, [faultCount, pending])

  return (
    <form method="dialog" {...form.attributes} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.input('username')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        hint="We send a verification link to this address"
        {...form.input('email')}
      />
      <NewPasswordField
        label="Password"
        rules={signupPasswordRules}
        typed={form.values.password}
        {...form.input('password')}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        {...form.input('confirmPassword')}
      />
      <ReferralField required={byReferral} code={form.values.refcode} {...form.input('refcode')} />
      <Checkbox
        label={
          <>
            I accept the{' '}
            <Link to="/terms" target="_blank" className={textLinkClass}>
              terms of service
            </Link>{' '}
            and have read the{' '}
            <Link to="/privacy" target="_blank" className={textLinkClass}>
              privacy policy
            </Link>{' '}
            and the{' '}
            <Link to="/refunds" target="_blank" className={textLinkClass}>
              refund policy
            </Link>
          </>
        }
        {...form.input('terms')}
      />
      <Captcha ref={captcha} />
      {form.error && <ErrorBox>{form.error}</ErrorBox>}
      <SubmitButton loading={pending}>Sign Up</SubmitButton>
    </form>
  )
}
