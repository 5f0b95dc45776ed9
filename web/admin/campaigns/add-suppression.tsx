import { Plus } from 'lucide-react'
import { useState } from 'react'
import { mailSuppressions } from '#contract/mail-suppressions.ts'
import { useEndpointForm } from '../../api/form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

export function AddSuppression() {
  const [open, setOpen] = useState(false)
  const form = useEndpointForm(mailSuppressions.add, {
    initial: { email: '' },
    done: 'Address added to the list',
    failed: 'Failed to add the address',
    onDone() {
      form.reset()
      close()
    },
  })

  function close() {
    setOpen(false)
    form.clear()
  }

  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Plus size={17} aria-hidden="true" />
        Add Address
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title="Add an address"
        problem={form.error}
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" form={form.id} look="primary" loading={form.pending}>
              Add Address
            </Button>
          </>
        }
      >
        <form {...form.attributes} className="grid gap-4">
          <p className="text-soft">It gets no campaigns until you take it off the list again.</p>
          <TextField
            label="Email"
            type="email"
            autoComplete="off"
            maxLength={254}
            {...form.input('email')}
          />
        </form>
      </Dialog>
    </>
  )
}
