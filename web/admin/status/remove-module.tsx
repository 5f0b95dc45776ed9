import { Trash2 } from 'lucide-react'
import type { StaffModule } from '#contract/outages/staff-status.ts'
import { staffStatus } from '#contract/outages/staff-status.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { IconButton } from '../../ui/button.tsx'

export function RemoveModule({ module: { repo } }: { module: StaffModule }) {
  const remove = useAction(staffStatus.remove, {
    done: `${repo} removed`,
    failed: 'Failed to remove module',
  })

  return (
    <ConfirmAction
      action={remove}
      input={[{ params: { repo } }]}
      button={(ask) => (
        <IconButton
          label={`Remove ${repo}`}
          icon={<Trash2 size={17} />}
          size="small"
          onClick={ask}
        />
      )}
      title="Remove Module"
      confirm="Remove Module"
      danger
    >
      <p>
        {repo} is removed from the status page immediately. If a pipeline reports it again, it
        returns at the end of the list.
      </p>
    </ConfirmAction>
  )
}
