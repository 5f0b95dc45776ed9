import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { staffStatus } from '#contract/staff-status.ts'
import { api } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { readUnsent } from '../unsent.ts'
import { ModuleDialog } from './module-dialog.tsx'

const form = 'new module'

export function AddModule({ uid }: { uid: number }) {
  const [open, setOpen] = useState(() => readUnsent(uid, form) !== undefined)
  const { revalidate } = useRevalidator()
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        <Plus size={18} aria-hidden="true" />
        Add Module
      </Button>
      {open && (
        <ModuleDialog
          uid={uid}
          form={form}
          title="Add Module"
          initial={{ repo: '', version: '', status: 'operational' }}
          named={false}
          confirm="Add Module"
          failed="Failed to add module"
          onClose={() => setOpen(false)}
          save={async (body) => {
            await api(staffStatus.add, { body })
            toast.success(`${body.repo} added to the status page`)
            revalidate()
          }}
        />
      )}
    </>
  )
}
