import { RotateCcw } from 'lucide-react'
import { infractions } from '#contract/licensing/infractions.ts'
import type { User } from '#contract/people/staff-users.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { Button } from '../../ui/button.tsx'

/** Resets a user's infraction count after a confirmation. */
export function ResetInfractions({ user: { uid, username, infraction_count } }: { user: User }) {
  const reset = useAction(infractions.reset, {
    done: 'Infractions reset successfully',
    failed: 'Failed to reset infractions',
  })
  return (
    <ConfirmAction
      action={reset}
      input={[{ params: { uid } }]}
      button={(ask) => (
        <Button onClick={ask}>
          <RotateCcw size={16} aria-hidden="true" />
          Reset Infraction Count
        </Button>
      )}
      title="Reset infraction count?"
      confirm="Reset Infraction Count"
    >
      <p>
        The count of <bdi>{username}</bdi> goes from {infraction_count} to 0. The history stays.
      </p>
    </ConfirmAction>
  )
}
