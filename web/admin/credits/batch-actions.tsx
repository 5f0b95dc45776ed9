import { useState } from 'react'
import { type CreditBatch, credits } from '#contract/credits.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { useEndpointForm } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { formatCount } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

type BatchProps = { uid: number; batch: CreditBatch }

/** The actions that are available for the batch now. */
export function BatchActions({ uid, batch }: BatchProps) {
  const { id, state, effects, can_undo } = batch
  const input = [{ params: { id: String(id) } }] as [{ params: { id: string } }]
  const preview = useAction(credits.preview, { failed: 'Failed to find out', failureIn: 'toast' })
  const drop = useAction(credits.drop, { done: 'Batch dropped', failed: 'Failed to drop it' })
  const undo = useAction(credits.undo, {
    done: 'The time is being taken back',
    failed: 'Failed to undo it',
    // The action may be running even if the response was lost.
    reload: 'always',
  })
  const [confirming, setConfirming] = useState(false)
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
                Drop
              </Button>
            )}
            title="Drop Batch"
            confirm="Drop Batch"
            danger
          >
            <p>Nobody is given anything for it.</p>
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
          Give the Time
        </Button>
      )}
      {can_undo && (
        <ConfirmAction
          action={undo}
          input={input}
          button={(ask) => <Button onClick={ask}>Undo</Button>}
          title="Undo Batch"
          confirm="Take It Back"
          danger
        >
          <p>
            What is unused is taken back from everybody; what was used stays, and the page says how
            much that was. Nobody is mailed.
          </p>
        </ConfirmAction>
      )}
      {confirming && <ConfirmDialog uid={uid} batch={batch} onClose={() => setConfirming(false)} />}
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
    done: 'The time is being given',
    failed: 'Failed to confirm',
    draft: { uid, form: `batch ${id} confirm` },
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Give the Time"
      submit="Give the Time"
      cancel="Not yet"
    >
      <p className="text-soft">
        {effects!.people === 1
          ? '1 person gets their time'
          : `${formatCount(effects!.people)} people get their time`}
        {incident === null
          ? ' and a mail'
          : ', and a mail where it is an hour or more or where you have written a note'}
        . For 72 hours you can take back what is unused.
      </p>
      <TextField
        label="Type the number of people"
        inputMode="numeric"
        autoComplete="off"
        {...form.input('people')}
      />
    </FormDialog>
  )
}
