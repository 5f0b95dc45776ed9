import { Plus } from 'lucide-react'
import { mailSuppressions } from '#contract/platform/mail-suppressions.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ActionDialog } from '../action-dialog.tsx'

export function AddSuppression() {
  return (
    <ActionDialog
      call={mailSuppressions.add}
      draft="suppression"
      initial={{ email: '' }}
      button={(open) => (
        <Button onClick={open}>
          <Plus size={17} aria-hidden="true" />
          Add Address
        </Button>
      )}
      title="Add an address"
      submit="Add Address"
      done="Address added to the list"
      failed="Failed to add the address"
    >
      {(form) => (
        <>
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
        </>
      )}
    </ActionDialog>
  )
}
