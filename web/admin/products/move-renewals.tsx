import {
  longestPriceReason,
  type PriceChangePreview,
  staffPriceChanges,
} from '#contract/selling/staff-price-changes.ts'
import { useEndpointForm } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { useDraftDialog } from '../../drafts.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { changesOfMove } from './price-change-words.ts'

const formName = (id: number) => `move renewals ${id}`

type Props = { id: number; preview: PriceChangePreview }

/** Moves renewals to the current price, with a reason from a staff member. */
export function MoveRenewals(props: Props) {
  const uid = useSession()?.uid ?? 0
  const [open, setOpen] = useDraftDialog(uid, formName(props.id))
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        Move renewals
      </Button>
      {open && <MoveDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function MoveDialog({ id, preview, onClose }: Props & { onClose: () => void }) {
  const form = useEndpointForm(staffPriceChanges.add, {
    initial: { reason: '' },
    toInput: ({ reason }) => ({ params: { id }, body: { reason, revision: preview.revision } }),
    done: 'Renewals moved to the new price',
    failed: 'Failed to move the renewals',
    // After an error, the shown figures may be outdated.
    reload: 'always',
    draft: { uid: useSession()?.uid ?? 0, form: formName(id) },
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Move renewals of ${preview.product}`}
      submit="Move renewals"
    >
      <ul className="grid gap-3 text-soft">
        {changesOfMove(preview).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <TextArea
        label="Reason"
        rows={2}
        required
        maxLength={longestPriceReason}
        hint="For the log. Customers do not see it."
        {...form.input('reason')}
      />
    </FormDialog>
  )
}
