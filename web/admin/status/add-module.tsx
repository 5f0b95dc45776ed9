import { Plus } from 'lucide-react'
import { useDraftDialog } from '../../drafts.ts'
import { Button } from '../../ui/button.tsx'
import { draftOf, ModuleDialog } from './module-dialog.tsx'

export function AddModule({ uid }: { uid: number }) {
  const [open, setOpen] = useDraftDialog(uid, draftOf())
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        <Plus size={18} aria-hidden="true" />
        Add Module
      </Button>
      {open && <ModuleDialog uid={uid} onClose={() => setOpen(false)} />}
    </>
  )
}
