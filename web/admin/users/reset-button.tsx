import { type LucideIcon, MonitorX, RotateCcw } from 'lucide-react'
import { infractions } from '#contract/infractions.ts'
import { staffDevices } from '#contract/staff-devices.ts'
import type { User } from '#contract/users.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { Button } from '../../ui/button.tsx'

type Kind = {
  label: string
  icon: LucideIcon
  title: string
  does: (user: User) => string
  call: typeof staffDevices.remove | typeof infractions.reset
  done: string
  failed: string
}

const kinds: Record<'hwid' | 'infractions', Kind> = {
  hwid: {
    label: 'Reset HWID',
    icon: MonitorX,
    title: 'Reset HWID?',
    does: ({ username }) =>
      `The loader of ${username} is no longer bound to its machine. The next one that starts it takes its place.`,
    call: staffDevices.remove,
    done: 'HWID reset successfully',
    failed: 'Failed to reset HWID',
  },
  infractions: {
    label: 'Reset Infraction Count',
    icon: RotateCcw,
    title: 'Reset infraction count?',
    does: ({ username, infraction_count: count }) =>
      `The count of ${username} goes from ${count} to 0. The history stays.`,
    call: infractions.reset,
    done: 'Infractions reset successfully',
    failed: 'Failed to reset infractions',
  },
}

/** Asks, resets, and loads the user again. */
export function ResetButton({ kind, user }: { kind: keyof typeof kinds; user: User }) {
  const { label, icon: Icon, title, does, call, done, failed } = kinds[kind]

  const reset = useAction(call, {
    done,
    failed,
  })

  return (
    <ConfirmAction
      action={reset}
      input={[{ params: { uid: String(user.uid) } }]}
      button={(ask) => (
        <Button onClick={ask}>
          <Icon size={16} aria-hidden="true" />
          {label}
        </Button>
      )}
      title={title}
      confirm={label}
    >
      <p>{does(user)}</p>
    </ConfirmAction>
  )
}
