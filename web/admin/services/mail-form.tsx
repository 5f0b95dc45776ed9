import { useState } from 'react'
import { services } from '#contract/platform/services.ts'
import { useEndpointForm } from '../../api/form.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { KeysForm } from './keys-form.tsx'
import type { KeysProps } from './setups.ts'
import { useKeys } from './use-keys.ts'

/**
 * Asks for the mail server, then for the code that it delivered. The code can also be entered after
 * a reload.
 */
export function MailForm({ setups, onDone }: KeysProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [sentBefore, setSentBefore] = useState(setups.mail_code_by)
  const { form, findings } = useKeys(services.setMail, {
    initial: { host: '', port: '587', username: '', password: '', from: '' },
    toInput: ({ port, ...fields }) => ({ body: { ...fields, port: wholeOf(port) } }),
    saved: '',
    onSaved: onDone,
    onTried: ({ sent_to }) => setSentTo(sent_to),
  })
  if (sentTo || sentBefore) {
    const again = () => {
      setSentTo(null)
      setSentBefore(null)
    }
    const sent = sentTo ? `to ${sentTo}` : `through ${sentBefore}`
    return <CodeForm sent={sent} findings={findings} onDone={onDone} onAgain={again} />
  }
  return (
    <KeysForm form={form} findings={findings} save="Send Code" onCancel={onDone}>
      <p className="text-soft">
        The shop sends a code to your own address through this server, and starts using the server
        once you enter the code.
      </p>
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <TextField
          label="Mail server"
          placeholder="mail.example.com"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.input('host')}
        />
        <TextField
          label="Port"
          inputMode="numeric"
          maxLength={5}
          autoComplete="off"
          {...form.input('port')}
        />
      </div>
      <TextField
        label="Username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.input('username')}
      />
      <PasswordField label="Password" autoComplete="off" {...form.input('password')} />
      <TextField
        label="Sender"
        hint="For example Night Forge <shop@example.com>"
        autoComplete="off"
        spellCheck={false}
        {...form.input('from')}
      />
    </KeysForm>
  )
}

type CodeProps = {
  /** The recipient of the code, or the mail server. */
  sent: string
  findings: Parameters<typeof KeysForm>[0]['findings']
  onDone: () => void
  /** Starts again, for example with another server. */
  onAgain: () => void
}

function CodeForm({ sent, findings, onDone, onAgain }: CodeProps) {
  const form = useEndpointForm(services.confirmMail, {
    initial: { code: '' },
    done: 'The shop now sends emails through this server',
    failed: 'Failed to confirm the mail server',
    about: { wrong_code: 'code' },
    unasked: 'code',
    onDone,
  })
  return (
    <KeysForm
      form={form}
      findings={findings}
      save="Confirm"
      cancel="Send New Code"
      onCancel={onAgain}
    >
      <p className="text-soft [overflow-wrap:anywhere]">
        We sent a code {sent}. It may take a minute to arrive. Check the spam folder too.
      </p>
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        className="max-w-48"
        {...form.input('code')}
      />
    </KeysForm>
  )
}

const wholeOf = (text: string) => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN)
