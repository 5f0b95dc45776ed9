import { MonitorX } from 'lucide-react'
import { staffDevices } from '#contract/licensing/staff-devices.ts'
import type { User } from '#contract/people/staff-users.ts'
import { Button } from '../../ui/button.tsx'
import { AskReason } from '../ask-reason.tsx'

/** Releases all devices of a user after a confirmation. */
export function ResetHwid({ user: { uid, username } }: { user: User }) {
  return (
    <AskReason
      draft={`hwid ${uid}`}
      call={staffDevices.remove}
      toInput={(reason) => ({
        params: { uid },
        body: reason.trim() ? { reason } : {},
      })}
      optional
      button={(ask) => (
        <Button onClick={ask}>
          <MonitorX size={16} aria-hidden="true" />
          Reset HWID
        </Button>
      )}
      title="Reset HWID?"
      confirm="Reset HWID"
      done="HWID reset successfully"
      failed="Failed to reset HWID"
    >
      The loader of <bdi>{username}</bdi> is no longer bound to its device. The next device that
      starts it is bound instead.
    </AskReason>
  )
}
