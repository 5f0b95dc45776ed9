import { useEffect, useRef, useState } from 'react'
import { type Device, devices } from '#contract/licensing/devices.ts'
import { useEndpointForm } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { CodeField } from '../profile/code-field.tsx'

type ReleaseDeviceProps = {
  device: Device
  disabled: boolean
  /** The customer can use a code of their second factor instead. */
  hasFactor: boolean
}

/**
 * Requires the password or a code. Otherwise a stranger at an open browser could take the place of
 * the device.
 */
export function ReleaseDevice({ device, disabled, hasFactor }: ReleaseDeviceProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        disabled={disabled}
        onClick={() => setOpen(true)}
        aria-label={`Release ${device.name}`}
      >
        Release
      </Button>
      {open && (
        <ReleaseDialog device={device} hasFactor={hasFactor} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

type ReleaseDialogProps = { device: Device; hasFactor: boolean; onClose: () => void }

function ReleaseDialog({ device, hasFactor, onClose }: ReleaseDialogProps) {
  const [chosen, setChosen] = useState<'password' | 'code' | null>(null)
  const byCode = chosen === 'code' && hasFactor
  const proof = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen) proof.current?.querySelector('input')?.focus()
  }, [chosen])
  const form = useEndpointForm(devices.release, {
    initial: { password: '', code: '' },
    toInput: ({ password, code }) => ({
      params: { id: device.id },
      body: byCode ? { code } : { password },
    }),
    done: 'Device released',
    failed: 'Failed to release the device',
    about: {
      wrong_password: 'password',
      too_many_password_guesses: 'password',
      wrong_factor_code: 'code',
      too_many_code_guesses: 'code',
    },
    unasked: 'password',
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Release this device?"
      submit="Release"
      look="danger"
      cancel="Keep it"
    >
      <p className="text-soft">
        Games on <strong className="text-ink [overflow-wrap:anywhere]">{device.name}</strong> end
        within minutes, and another computer can take its place. You can release only one device in
        a certain time.
      </p>
      <div ref={proof} className="grid justify-items-start gap-3">
        {byCode ? (
          <CodeField
            {...form.input('code')}
            className="w-full"
            hint="From your authenticator app, or a recovery code"
          />
        ) : (
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            className="w-full"
            {...form.input('password')}
          />
        )}
        {hasFactor && (
          <button
            type="button"
            onClick={() => {
              form.clear()
              setChosen(byCode ? 'password' : 'code')
            }}
            className="text-sm text-soft underline underline-offset-4 hover:text-ink"
          >
            {byCode ? 'Use your password' : 'Use a code from your second factor'}
          </button>
        )}
      </div>
    </FormDialog>
  )
}
