import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { staffStatus } from '#contract/staff-status.ts'
import type { ModuleStatus } from '#contract/status.ts'
import { api } from '../../api/client.ts'
import { failureOf, isSessionOver } from '../../api/error.ts'
import { IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.ts'

export function RemoveModule({ module: { repo } }: { module: ModuleStatus }) {
  const [asking, setAsking] = useState(false)
  const { revalidate } = useRevalidator()

  async function remove() {
    try {
      await api(staffStatus.remove, { params: { repo } })
    } catch (error) {
      return isSessionOver(error) ? undefined : failureOf(error, 'Failed to remove module')
    }
    toast.success(`${repo} removed`)
    revalidate()
  }

  return (
    <>
      <IconButton
        label={`Remove ${repo}`}
        icon={<Trash2 size={17} />}
        size="small"
        onClick={() => setAsking(true)}
      />
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title="Remove Module"
        confirm="Remove Module"
        danger
        onConfirm={remove}
      >
        <p>
          {repo} leaves the status page at once. A pipeline that reports it again brings it back, at
          the end of the list.
        </p>
      </Confirm>
    </>
  )
}
