import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { sessions } from '#contract/sessions.ts'
import { api } from '../api/client.ts'
import { isRefused, messageOf } from '../api/error.ts'
import { Head } from '../shell/head.tsx'
import { LinkButton } from '../ui/button.tsx'
import { ErrorBox } from '../ui/notice.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { Loading } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.ts'
import type { Route } from './+types/reset-password'
import { AuthPage, textLinkClass } from './auth-page.tsx'
import { passwordChoice } from './new-password.ts'
import { refreshSession } from './session.ts'
import { SubmitButton } from './submit-button.tsx'

const failed = 'Failed to reset password. Please try again.'

const reset = {
  title: 'Reset Password',
  button: 'Reset Password',
  done: 'Password successfully reset',
}
/** For who was invited and has none yet. */
const first = {
  title: 'Set Your Password',
  button: 'Set Password',
  done: 'Password set. You can sign in now.',
}

/** Read in the browser only, so that the token is in no page that the server keeps. */
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
  const { register, handleSubmit, setError, clearErrors, formState } = useForm({
    resolver: zodResolver(passwordChoice),
    reValidateMode: 'onSubmit',
    defaultValues: { password: '', confirm: '' },
  })
  const { errors, isSubmitting, isSubmitSuccessful } = formState
  const navigate = useNavigate()
  const onChange = () => clearErrors()

  const submit = handleSubmit(async ({ password }) => {
    try {
      await api(sessions.resetPassword, { query: {}, body: { token, new_password: password } })
    } catch (error) {
      toast.error(failed)
      if (isRefused<typeof sessions.resetPassword>(error, 'common_password', 'personal_password')) {
        return setError(
          'password',
          { message: error.fields.new_password ?? failed },
          { shouldFocus: true },
        )
      }
      return setError('root', reasonOf(error))
    }
    // It has ended every session of the account, this browser's too if it was theirs.
    await refreshSession()
    toast.success(words.done)
    await navigate('/login')
  })

  return (
    <AuthPage
      title={words.title}
      detail="At least 8 characters, with an uppercase letter, a lowercase letter and a number."
      footer={
        <Link to="/login" className={textLinkClass}>
          Back to Login
        </Link>
      }
    >
      <Head title={words.title} />
      <form method="dialog" noValidate onSubmit={submit} className="grid gap-5">
        <PasswordField
          label="New password"
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password', { onChange })}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          error={errors.confirm?.message}
          {...register('confirm', { onChange })}
        />
        {errors.root && (
          <ErrorBox
            action={
              errors.root.type === 'spent' && (
                <LinkButton to="/forgot-password" size="small">
                  Ask for a new link
                </LinkButton>
              )
            }
          >
            {errors.root.message}
          </ErrorBox>
        )}
        <SubmitButton loading={isSubmitting || isSubmitSuccessful}>{words.button}</SubmitButton>
      </form>
    </AuthPage>
  )
}

/** A token of the wrong shape is told as a list of faults, which helps nobody here. */
function reasonOf(error: unknown) {
  const { spent_reset_link: spent } = sessions.resetPassword.refusals
  if (isRefused<typeof sessions.resetPassword>(error, 'invalid', 'spent_reset_link')) {
    return { type: 'spent', message: spent.sentence }
  }
  return { type: 'failed', message: messageOf(error, failed) }
}
