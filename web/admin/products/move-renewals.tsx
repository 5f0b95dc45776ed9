import {
  longestPriceReason,
  type PriceChangePreview,
  staffPriceChanges,
} from '#contract/selling/staff-price-changes.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { ActionDialog } from '../action-dialog.tsx'
import { changesOfMove } from './price-change-words.ts'

type Props = { id: number; preview: PriceChangePreview }

/** Moves renewals to the current price, with a reason from a staff member. */
export function MoveRenewals({ id, preview }: Props) {
  return (
    <ActionDialog
      call={staffPriceChanges.add}
      draft={`move renewals ${id}`}
      initial={{ reason: '' }}
      toInput={({ reason }) => ({ params: { id }, body: { reason, revision: preview.revision } })}
      button={(open) => (
        <Button look="primary" onClick={open}>
          Move Renewals
        </Button>
      )}
      title={`Move renewals of ${preview.product}`}
      submit="Move Renewals"
      done="Renewals moved to the new price"
      failed="Failed to move the renewals"
      // After an error, the shown figures may be outdated.
      reload="always"
    >
      {(form) => (
        <>
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
        </>
      )}
    </ActionDialog>
  )
}
