import { devices } from '#contract/licensing/devices.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { Button } from '../../ui/button.tsx'

type SignOutDeviceProps = {
  pairing: number
  name: string
  /** The device has been used: another device can take its place only after it is released. */
  keepsPlaces?: boolean
}

/**
 * Needs no password and works at any time, because after the loss of a device every minute counts.
 */
export function SignOutDevice({ pairing, name, keepsPlaces = false }: SignOutDeviceProps) {
  const action = useAction(devices.removePairing, {
    done: 'Loader signed out',
    failed: 'Failed to sign out the loader',
  })
  return (
    <ConfirmAction
      action={action}
      input={[{ params: { id: pairing } }]}
      title="Sign out this loader?"
      confirm="Sign Out"
      cancel="Keep it"
      danger
      button={(ask) => (
        <Button onClick={ask} aria-label={`Sign out ${name}`}>
          Sign Out
        </Button>
      )}
    >
      <p className="text-soft">
        The loader on <strong className="text-ink [overflow-wrap:anywhere]">{name}</strong> stops
        within minutes. To use it again, you must link it again.
        {keepsPlaces && ' The computer still counts as a device until you release it.'}
      </p>
    </ConfirmAction>
  )
}
