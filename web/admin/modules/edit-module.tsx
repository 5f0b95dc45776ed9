import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { modules } from '#contract/modules.ts'
import type { ModuleStatus } from '#contract/status.ts'
import { api } from '../../api/client.ts'
import { IconButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { ModuleDialog } from './module-dialog.tsx'

export function EditModule({ module: { repo, version, status } }: { module: ModuleStatus }) {
  const [open, setOpen] = useState(false)
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
          title={`Edit ${repo}`}
          initial={{ repo, version, status }}
          named
          confirm="Save Changes"
          failed="Failed to update module"
          onClose={() => setOpen(false)}
          save={async ({ version, status }) => {
            await api(modules.change, { params: { repo }, body: { version, status } })
            toast.success(`${repo} updated`)
            revalidate()
          }}
        />
      )}
    </>
  )
}
