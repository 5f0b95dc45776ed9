import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { staffStatus } from '#contract/staff-status.ts'
import type { ModuleStatus } from '#contract/status.ts'
import { api } from '../../api/client.ts'
import { IconButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { readUnsent } from '../unsent.ts'
import { ModuleDialog } from './module-dialog.tsx'

type EditModuleProps = { uid: number; module: ModuleStatus }

export function EditModule({ uid, module: { repo, version, status } }: EditModuleProps) {
  const form = `module ${repo}`
  const [open, setOpen] = useState(() => readUnsent(uid, form) !== undefined)
  const { revalidate } = useRevalidator()
  return (
    <>
      <IconButton
        label={`Edit ${repo}`}
        icon={<Pencil size={17} />}
        size="small"
        onClick={() => setOpen(true)}
      />
      {open && (
        <ModuleDialog
          uid={uid}
          form={form}
          title={`Edit ${repo}`}
          initial={{ repo, version, status }}
          named
          confirm="Save Changes"
          failed="Failed to update module"
          onClose={() => setOpen(false)}
          save={async ({ version, status }) => {
            await api(staffStatus.change, { params: { repo }, body: { version, status } })
            toast.success(`${repo} updated`)
            revalidate()
          }}
        />
      )}
    </>
  )
}
