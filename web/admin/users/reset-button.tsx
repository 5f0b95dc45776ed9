import { type LucideIcon, MonitorX, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { infractions } from '#contract/infractions.ts'
import { staffDevices } from '#contract/staff-devices.ts'
import type { User } from '#contract/users.ts'
import { api } from '../../api/client.ts'
import { failureOf, isSessionOver } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.ts'

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
  const [asking, setAsking] = useState(false)
  const { revalidate } = useRevalidator()

  async function reset() {
    try {
      await api(call, { params: { uid: String(user.uid) } })
    } catch (error) {
      return isSessionOver(error) ? undefined : failureOf(error, failed)
    }
    toast.success(done)
    await revalidate()
  }

  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Icon size={16} aria-hidden="true" />
        {label}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={title}
        confirm={label}
        onConfirm={reset}
      >
        <p>{does(user)}</p>
      </Confirm>
    </>
  )
}
