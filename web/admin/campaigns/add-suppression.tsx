import { Plus } from 'lucide-react'
import { useState } from 'react'
import { mailSuppressions } from '#contract/mail-suppressions.ts'
import { useEndpointForm } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

export function AddSuppression() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Plus size={17} aria-hidden="true" />
        Add Address
      </Button>
      {open && <AddressDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function AddressDialog({ onClose }: { onClose: () => void }) {
  const form = useEndpointForm(mailSuppressions.add, {
    initial: { email: '' },
    done: 'Address added to the list',
    failed: 'Failed to add the address',
    onDone: onClose,
  })
  return (
    <FormDialog form={form} onClose={onClose} title="Add an address" submit="Add Address">
      <p className="text-soft">It gets no campaigns until you take it off the list again.</p>
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
