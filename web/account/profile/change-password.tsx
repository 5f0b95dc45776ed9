import { type Me, sessions } from '#contract/platform/sessions.ts'
import { newPasswordRules } from '#contract/wire/credentials.ts'
import { useEndpointForm } from '../../api/form.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { NewPasswordField } from '../new-password-field.tsx'

export function ChangePassword({ user }: { user: Me }) {
  const form = useEndpointForm(sessions.changePassword, {
    initial: { current_password: '', new_password: '', confirm: '' },
    repeats: { new_password: 'confirm' },
    done: 'Password changed successfully.',
    failed: 'Changing the password failed. Please try again.',
    reload: 'never',
    about: {
      common_password: 'new_password',
      personal_password: 'new_password',
      wrong_password: 'current_password',
      too_many_password_guesses: 'current_password',
    },
    draft: { uid: user.uid, form: 'password', kept: 'memory' },
    unasked: 'password',
    onDone() {
      form.reset()
    },
  })

  return (
    <Card>
      <CardHeader title="Change password" detail="Changing it signs you out everywhere else." />
      <form method="post" {...form.attributes} className="grid max-w-md gap-5">
        <input type="text" autoComplete="username" value={user.username} readOnly hidden />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...form.input('current_password')}
        />
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
        {form.error && <ErrorBox>{form.error}</ErrorBox>}
        <Button type="submit" look="primary" loading={form.pending} className="justify-self-start">
          Change Password
        </Button>
      </form>
    </Card>
  )
}
