import { Link, useNavigate } from 'react-router'
import { sessions } from '#contract/platform/sessions.ts'
import { newPasswordRules } from '#contract/wire/credentials.ts'
import { api } from '../api/client.ts'
import { isRefused, messageOf } from '../api/error.ts'
import { useEndpointForm } from '../api/form.ts'
import { refreshSession } from '../session/session.ts'
import { Head } from '../shell/head.tsx'
import { LinkButton } from '../ui/button.tsx'
import { ErrorBox } from '../ui/notice.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { Loading } from '../ui/spinner.tsx'
import type { Route } from './+types/reset-password'
import { AuthPage, textLinkClass } from './auth-page.tsx'
import { passwordChoice } from './new-password.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { SubmitButton } from './submit-button.tsx'

const reset = {
  title: 'Reset Password',
  button: 'Reset Password',
  done: 'Password successfully reset',
}
/** For invited users, because they have no password yet. */
const first = {
  title: 'Set Your Password',
  button: 'Set Password',
  done: 'Password set. You can sign in now.',
}

/** Read in the browser only, so that the token is in no page that the server caches. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = new URL(request.url).searchParams
  return { token: query.get('token'), words: query.get('invited') === 'true' ? first : reset }
}

export function HydrateFallback() {
  return (
    <AuthPage title={reset.title}>
      <Head title={reset.title} />
      <Loading label="One moment..." />
    </AuthPage>
  )
}

export default function ResetPassword({ loaderData }: Route.ComponentProps) {
  const { token, words } = loaderData
  if (token) return <Choose token={token} words={words} />
  return (
    <AuthPage title={words.title}>
      <Head title={words.title} />
      <LinkButton to="/login" size="large" wide>
        Back to Login
      </LinkButton>
    </AuthPage>
  )
}

function Choose({ token, words }: { token: string; words: typeof reset }) {
  const navigate = useNavigate()
  const form = useEndpointForm(sessions.resetPassword, {
    initial: { new_password: '', confirm: '' },
    schema: passwordChoice,
    repeats: { new_password: 'confirm' },
    send: ({ new_password }) =>
      api(sessions.resetPassword, { query: {}, body: { token, new_password } }),
    done: words.done,
    failed: 'Failed to reset password. Please try again.',
    unasked: 'password',
    say: (error, failed) => (isSpent(error) ? spent.sentence : messageOf(error, failed)),
    failureIn: 'both',
    reload: 'never',
    about: { common_password: 'new_password', personal_password: 'new_password' },
    async onDone() {
      // The reset has ended every session of the account, possibly this browser's too.
      await refreshSession()
      await navigate('/login')
    },
  })

  return (
    <AuthPage
      title={words.title}
      footer={
        <Link to="/login" className={textLinkClass}>
          Back to Login
        </Link>
      }
    >
      <Head title={words.title} />
      <form method="dialog" {...form.attributes} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <NewPasswordField
          label="New password"
          rules={newPasswordRules}
          typed={form.values.new_password}
          {...form.input('new_password')}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          {...form.input('confirm')}
        />
        {form.error && (
          <ErrorBox
            action={
              isSpent(form.cause) && (
                <LinkButton to="/forgot-password" size="small">
                  Request a new link
                </LinkButton>
              )
            }
          >
            {form.error}
          </ErrorBox>
        )}
        <SubmitButton loading={form.pending}>{words.button}</SubmitButton>
      </form>
    </AuthPage>
  )
}

/** For a malformed token the server returns a list of field errors, which does not help here. */
const isSpent = (error: unknown) =>
  isRefused<typeof sessions.resetPassword>(error, 'invalid', 'spent_reset_link')
const { spent_reset_link: spent } = sessions.resetPassword.refusals
