import { useState } from 'react'
import { type Device, devices } from '#contract/devices.ts'
import { useEndpointForm } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

type ReleaseDeviceProps = { device: Device; disabled: boolean }

/** Asks for the password: without it, a stranger at an open browser could take the device's place. */
export function ReleaseDevice({ device, disabled }: ReleaseDeviceProps) {
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
      {open && <ReleaseDialog device={device} onClose={() => setOpen(false)} />}
    </>
  )
}

function ReleaseDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const form = useEndpointForm(devices.release, {
    initial: { password: '' },
    toInput: (fields) => ({ params: { id: device.id }, body: fields }),
    done: 'Device released',
    failed: 'Failed to release the device',
    about: { wrong_password: 'password' },
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
        What runs on <strong className="text-ink [overflow-wrap:anywhere]">{device.name}</strong>{' '}
        ends within minutes, and another computer can take its place. You can do this only so often.
      </p>
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        {...form.input('password')}
      />
    </FormDialog>
  )
}
