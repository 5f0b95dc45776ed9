import { useState } from 'react'
import { secondFactor } from '#contract/platform/second-factor.ts'
import type { Me } from '#contract/platform/sessions.ts'
import type { Result } from '#contract/wire/endpoint.ts'
import { useEndpointForm } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { QrCode } from '../../qr/qr-code.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { CodeField } from './code-field.tsx'

type Begun = Result<typeof secondFactor.begin>
type TurnOnProps = {
  user: Me
  onClose: () => void
  onDone: (answer: Result<typeof secondFactor.turnOn>) => void
}

const title = 'Turn on the second factor'

/**
 * Asks for the password, then shows the secret. It takes effect after the customer has entered a
 * code from the app.
 */
export function TurnOn({ user, onClose, onDone }: TurnOnProps) {
  const [begun, setBegun] = useState<Begun | null>(null)
  if (begun) return <Confirm begun={begun} onClose={onClose} onDone={onDone} />
  return <Begin user={user} onClose={onClose} onDone={setBegun} />
}

type BeginProps = { user: Me; onClose: () => void; onDone: (begun: Begun) => void }

function Begin({ user, onClose, onDone }: BeginProps) {
  const form = useEndpointForm(secondFactor.begin, {
    initial: { password: '' },
    failed: 'Failed to start. Please try again.',
    about: { wrong_password: 'password', too_many_password_guesses: 'password' },
    unasked: 'password',
    reload: 'never',
    onDone,
  })
  return (
    <FormDialog form={form} onClose={onClose} title={title} submit="Continue">
      <input type="text" autoComplete="username" value={user.username} readOnly hidden />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        {...form.input('password')}
      />
    </FormDialog>
  )
}

type ConfirmProps = { begun: Begun; onClose: () => void; onDone: TurnOnProps['onDone'] }

function Confirm({ begun: { secret, uri }, onClose, onDone }: ConfirmProps) {
  const form = useEndpointForm(secondFactor.turnOn, {
    initial: { code: '' },
    failed: 'Failed to turn on the second factor',
    about: { wrong_factor_code: 'code' },
    unasked: 'code',
    onDone,
  })
  return (
    <FormDialog form={form} onClose={onClose} title={title} submit="Turn On">
      <p className="text-soft">
        Scan this with an authenticator app, such as Aegis, Google Authenticator or your password
        manager. Then enter the code that it shows. Your other browsers are signed out.
      </p>
      <QrCode
        text={uri}
        label="QR code for your authenticator app"
        className="w-44 max-w-full justify-self-center rounded-md"
      />
      <div>
        <p className="label">Or enter this key in the app</p>
        <div className="flex items-center gap-2">
          <code className="min-w-0 flex-1 break-words font-mono text-[0.9375rem]">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </code>
          <CopyButton
            text={secret}
            label="Copy key"
            copied="Key copied to clipboard"
            failed="Failed to copy the key"
          />
        </div>
      </div>
      <CodeField
        {...form.input('code')}
        inputMode="numeric"
        hint="The six-digit code that the app shows"
      />
    </FormDialog>
  )
}
