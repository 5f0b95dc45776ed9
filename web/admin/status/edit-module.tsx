import { Pencil } from 'lucide-react'
import type { StaffModule } from '#contract/outages/staff-status.ts'
import { useDraftDialog } from '../../drafts.ts'
import { IconButton } from '../../ui/button.tsx'
import { draftOf, ModuleDialog } from './module-dialog.tsx'

type EditModuleProps = { uid: number; module: StaffModule }

export function EditModule({ uid, module }: EditModuleProps) {
  const [open, setOpen] = useDraftDialog(uid, draftOf(module))
  return (
    <>
      <IconButton
        label={`Edit ${module.repo}`}
        icon={<Pencil size={17} />}
        size="small"
        onClick={() => setOpen(true)}
      />
      {open && <ModuleDialog uid={uid} module={module} onClose={() => setOpen(false)} />}
    </>
  )
}
