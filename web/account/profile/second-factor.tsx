import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { secondFactor } from '#contract/platform/second-factor.ts'
import type { Me } from '#contract/platform/sessions.ts'
import type { Result } from '#contract/wire/endpoint.ts'
import { useEndpointForm } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { formatDay } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import type { TextField } from '../../ui/text-field.tsx'
import { CodeField } from './code-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TurnOn } from './turn-on.tsx'

export type Factor = Result<typeof secondFactor.get>
type SecondFactorProps = { factor: Factor; user: Me }

/** If fewer codes than this are left, their number is shown in the warning colour. */
const few = 3

/** Turns the second factor on and off, and creates its recovery codes. */
export function SecondFactor({ factor, user }: SecondFactorProps) {
  const [asking, setAsking] = useState<'on' | 'codes' | 'off' | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const close = () => setAsking(null)
  const show = (answer: { recovery_codes: string[] }) => {
    close()
    setCodes(answer.recovery_codes)
  }
  const left = factor.recovery_codes_left
  return (
    <>
      {factor.turned_on_at === null ? (
        <div className="grid justify-items-start gap-5">
          <p className="text-soft">
            With a second factor, signing in requires a code from an authenticator app on your phone
            in addition to your password. A guessed or stolen password alone is not enough.
          </p>
          <Button onClick={() => setAsking('on')}>Turn On</Button>
        </div>
      ) : (
        <div className="grid gap-5">
          <p className="flex items-start gap-3">
            <ShieldCheck size={20} aria-hidden="true" className="h-[1lh] shrink-0 text-success" />
            <span className="min-w-0 text-soft">
              On since {formatDay(factor.turned_on_at)}. Signing in requires a code from your
              authenticator app.{' '}
              <span className={left < few ? 'text-warning' : undefined}>
                {left === 0
                  ? 'No recovery code is left.'
                  : `${left} recovery ${left === 1 ? 'code is' : 'codes are'} left.`}
              </span>
            </span>
          </p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => setAsking('codes')}>New Recovery Codes</Button>
            <Button onClick={() => setAsking('off')}>Turn Off</Button>
          </div>
        </div>
      )}
      {asking === 'on' && <TurnOn user={user} onClose={close} onDone={show} />}
      {asking === 'codes' && <RenewCodes user={user} onClose={close} onDone={show} />}
      {asking === 'off' && <TurnOff user={user} onClose={close} />}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </>
  )
}

type AskProps = { user: Me; onClose: () => void }
type RenewProps = AskProps & { onDone: (answer: { recovery_codes: string[] }) => void }

const about = {
  wrong_password: 'password',
  too_many_password_guesses: 'password',
  wrong_factor_code: 'code',
  too_many_code_guesses: 'code',
} as const

function RenewCodes({ user, onClose, onDone }: RenewProps) {
  const form = useEndpointForm(secondFactor.renewRecoveryCodes, {
    initial: { password: '', code: '' },
    failed: 'Failed to create recovery codes',
    about,
    unasked: 'password',
    onDone,
  })
  return (
    <FormDialog form={form} onClose={onClose} title="New recovery codes" submit="Create New Codes">
      <p className="text-soft">Your current recovery codes will stop working.</p>
      <Proof form={form} user={user} />
    </FormDialog>
  )
}

function TurnOff({ user, onClose }: AskProps) {
  const form = useEndpointForm(secondFactor.turnOff, {
    initial: { password: '', code: '' },
    done: 'Second factor turned off',
    failed: 'Failed to turn off the second factor',
    about,
    unasked: 'password',
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Turn off the second factor?"
      submit="Turn Off"
      look="danger"
      cancel="Keep It"
    >
      <p className="text-soft">
        You will then sign in with only your password. We confirm this by email.
      </p>
      <Proof form={form} user={user} />
    </FormDialog>
  )
}

type Input = Pick<Parameters<typeof TextField>[0], 'name'>
type ProofForm = { input: (name: 'password' | 'code') => Input & { error: string | undefined } }

function Proof({ form, user }: { form: ProofForm; user: Me }) {
  return (
    <>
      <input type="text" autoComplete="username" value={user.username} readOnly hidden />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        {...form.input('password')}
      />
      <CodeField {...form.input('code')} hint="From your authenticator app, or a recovery code" />
    </>
  )
}
