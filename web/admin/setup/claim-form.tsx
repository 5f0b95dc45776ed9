import { useNavigate } from 'react-router'
import * as z from 'zod'
import { setup } from '#contract/shop/setup.ts'
import { newPasswordRules } from '#contract/wire/credentials.ts'
import { NewPasswordField } from '../../account/new-password-field.tsx'
import { SubmitButton } from '../../account/submit-button.tsx'
import { api } from '../../api/client.ts'
import { isRefused } from '../../api/error.ts'
import { useEndpointForm } from '../../api/form.ts'
import { setSession } from '../../session/session.ts'
import { ErrorBox } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { HasAdministrator } from './has-administrator.tsx'

const { username, email, password } = setup.claim.body.shape
const claimForm = z
  .object({ username, email, password, confirm: z.string() })
  .refine((typed) => typed.password === typed.confirm, {
    error: 'Passwords do not match',
    path: ['confirm'],
  })

export function ClaimForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useEndpointForm(setup.claim, {
    initial: { username: '', email: '', password: '', confirm: '' },
    schema: claimForm,
    send: ({ confirm: _, ...typed }) => api(setup.claim, { body: { token, ...typed } }),
    failed: 'Failed to create the account. Please try again.',
    reload: 'never',
    // Nobody is signed in yet. The password must not be stored beyond the page.
    draft: { uid: 0, form: 'claim', kept: 'typing', only: ['username', 'email'] },
    about: { username_taken: 'username', email_taken: 'email' },
    onDone(me) {
      setSession(me)
      // The token is used, so remove it from the URL.
      return navigate('/setup', { replace: true })
    },
  })

  return (
    <form method="dialog" {...form.attributes} className="grid gap-5">
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.input('username')}
      />
      <TextField label="Email" type="email" autoComplete="email" {...form.input('email')} />
      <NewPasswordField
        label="Password"
        rules={newPasswordRules}
        typed={form.values.password}
        {...form.input('password')}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        {...form.input('confirm')}
      />
      {form.error &&
        (isRefused<typeof setup.claim>(form.cause, 'has_administrator') ? (
          <HasAdministrator>{form.error}</HasAdministrator>
        ) : (
          <ErrorBox>{form.error}</ErrorBox>
        ))}
      <SubmitButton loading={form.pending}>Create Account</SubmitButton>
    </form>
  )
}
