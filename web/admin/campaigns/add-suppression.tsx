import { Plus } from 'lucide-react'
import { mailSuppressions } from '#contract/platform/mail-suppressions.ts'
import { useEndpointForm } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { useDraftDialog } from '../../drafts.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

const draft = 'suppression'

export function AddSuppression() {
  const uid = useSession()?.uid ?? 0
  const [open, setOpen] = useDraftDialog(uid, draft)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Plus size={17} aria-hidden="true" />
        Add Address
      </Button>
      {open && <AddressDialog uid={uid} onClose={() => setOpen(false)} />}
    </>
  )
}

function AddressDialog({ uid, onClose }: { uid: number; onClose: () => void }) {
  const form = useEndpointForm(mailSuppressions.add, {
    initial: { email: '' },
    done: 'Address added to the list',
    failed: 'Failed to add the address',
    draft: { uid, form: draft },
    onDone: onClose,
  })
  return (
    <FormDialog form={form} onClose={onClose} title="Add an address" submit="Add Address">
      <p className="text-soft">
        This address receives no campaigns until you remove it from the list.
      </p>
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        maxLength={254}
        {...form.input('email')}
      />
    </FormDialog>
  )
}
