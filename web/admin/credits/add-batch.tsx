import { Plus } from 'lucide-react'
import { useNavigate } from 'react-router'
import { credits, longestBatchNote } from '#contract/outages/credits.ts'
import { useAttemptId } from '../../api/attempt-id.ts'

import { FormDialog } from '../../api/form-dialog.tsx'
import { useRecordForm } from '../../api/record-form.ts'
import { useDraftDialog } from '../../drafts.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'

const formName = 'new batch'

type AddBatchProps = { uid: number; products: { id: number; name: string }[] }

/** Gives the same compensation to every customer with an active subscription of the product. */
export function AddBatch(props: AddBatchProps) {
  const [open, setOpen] = useDraftDialog(props.uid, formName)
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        <Plus size={18} aria-hidden="true" />
        Compensate Customers
      </Button>
      {open && <BatchDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function BatchDialog({ uid, products, onClose }: AddBatchProps & { onClose: () => void }) {
  const navigate = useNavigate()
  const idOf = useAttemptId()
  const form = useRecordForm(credits.add, {
    initial: { game_id: String(products[0]?.id ?? ''), hours: '48', title: '', note: '' },
    toInput({ game_id, hours, title, note }) {
      const length = Number(hours.trim() || Number.NaN)
      const body = { game_id: Number(game_id), hours: length, title, note }
      return { body: { ...body, ...idOf(JSON.stringify(body)) } }
    },
    done: 'Batch drafted',
    failed: 'Failed to draft the batch',
    draft: { uid, form: formName },
    onDone: ({ id }) => navigate(`/admin/credits/${id}`),
  })
  return (
    <FormDialog form={form} onClose={onClose} title="Compensate Customers" submit="Draft Batch">
      <p className="text-soft">
        Adds time to every active subscription of the product. You review the recipients before
        anything is applied.
      </p>
      <Select
        label="Product"
        options={products.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.input('game_id')}
      />
      <TextField
        label="Hours"
        inputMode="numeric"
        autoComplete="off"
        hint="Time added to each subscription. 48 hours are two days."
        {...form.input('hours')}
      />
      <TextField
        label="Title"
        maxLength={120}
        autoComplete="off"
        hint="Shown to customers in the email and next to their subscription."
        {...form.input('title')}
      />
      <TextArea
        label="Note in the email (optional)"
        rows={3}
        maxLength={longestBatchNote}
        {...form.input('note')}
      />
    </FormDialog>
  )
}
