import { type CreditBatch, credits } from '#contract/outages/credits.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { useEndpointForm } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { useDraftDialog } from '../../drafts.ts'
import { formatCount } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

const formName = ({ id }: CreditBatch) => `batch ${id} confirm`

type BatchProps = { uid: number; batch: CreditBatch }

/** The actions that are available for the batch now. */
export function BatchActions({ uid, batch }: BatchProps) {
  const { id, state, effects, can_undo } = batch
  const input = [{ params: { id: String(id) } }] as [{ params: { id: string } }]
  const preview = useAction(credits.preview, {
    failed: 'Failed to preview the batch',
    failureIn: 'toast',
  })
  const drop = useAction(credits.drop, {
    done: 'Batch discarded',
    failed: 'Failed to discard the batch',
  })
  const undo = useAction(credits.undo, {
    done: 'Undoing the batch',
    failed: 'Failed to undo the batch',
    // The action may be running even if the response was lost.
    reload: 'always',
  })
  const [confirming, setConfirming] = useDraftDialog(uid, formName(batch))
  const open = state === 'draft' || state === 'previewed'
  if (!open && !can_undo) return null
  return (
    <div className="mt-7 flex flex-wrap justify-end gap-3 border-line border-t pt-5">
      {open && (
        <>
          <ConfirmAction
            action={drop}
            input={input}
            button={(ask) => (
              <Button look="quiet" onClick={ask}>
                Discard
              </Button>
            )}
            title="Discard Batch"
            confirm="Discard Batch"
            danger
          >
            <p>Customers get no compensation from it.</p>
          </ConfirmAction>
          <Button
            look={state === 'draft' ? 'primary' : 'secondary'}
            loading={preview.pending}
            onClick={() => preview.run(...input)}
          >
            {state === 'draft' ? 'Preview' : 'Preview Again'}
          </Button>
        </>
      )}
      {state === 'previewed' && effects && effects.people > 0 && (
        <Button look="primary" onClick={() => setConfirming(true)}>
          Apply Batch
        </Button>
      )}
      {can_undo && (
        <ConfirmAction
          action={undo}
          input={input}
          button={(ask) => <Button onClick={ask}>Undo</Button>}
          title="Undo Batch"
          confirm="Undo Batch"
          danger
        >
          <p>
            Unused time is revoked from all customers. Time that has been used stays; the page shows
            how much that was. No emails are sent.
          </p>
        </ConfirmAction>
      )}
      {confirming && state === 'previewed' && effects && (
        <ConfirmDialog uid={uid} batch={batch} onClose={() => setConfirming(false)} />
      )}
    </div>
  )
}

function ConfirmDialog({ uid, batch, onClose }: BatchProps & { onClose: () => void }) {
  const { id, effects, incident, previewed_at } = batch
  const form = useEndpointForm(credits.confirm, {
    initial: { people: '' },
    toInput: ({ people }) => ({
      params: { id: String(id) },
      body: {
        people: Number(people.replace(/[,\s]/g, '') || Number.NaN),
        ...(previewed_at && { previewed_at }),
      },
    }),
    about: { batch_people: 'people' },
    done: 'Applying the batch',
    failed: 'Failed to apply the batch',
    draft: { uid, form: formName(batch) },
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Apply Batch"
      submit="Apply Batch"
      cancel="Not yet"
    >
      <p className="text-soft">
        {effects!.people === 1
          ? '1 customer gets time'
          : `${formatCount(effects!.people)} customers get time`}
        {incident === null
          ? ' and an email'
          : '. An email goes to customers who get at least an hour, or to all if you have written a note'}
        . You can undo the batch for 72 hours; only unused time is revoked.
      </p>
      <TextField
        label="Type the number of customers"
        inputMode="numeric"
        autoComplete="off"
        {...form.input('people')}
      />
    </FormDialog>
  )
}
