import { type StaffDispute, staffDisputes } from '#contract/staff-disputes.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { messageOf } from '../../api/error.ts'
import { formatPrice } from '../../format.ts'
import { Button } from '../../ui/button.tsx'

/** Gives a dispute up. */
export function AcceptDispute({ dispute }: { dispute: StaffDispute }) {
  const accept = useAction(staffDisputes.accept, {
    done: 'Dispute accepted',
    failed: 'The dispute could not be accepted',
    say: messageOf,
  })
  return (
    <ConfirmAction
      action={accept}
      input={[{ params: { id: dispute.id } }]}
      title="Accept this dispute?"
      confirm="Accept"
      danger
      button={(ask) => (
        <Button look="quiet" onClick={ask}>
          Accept the dispute
        </Button>
      )}
    >
      <p>
        <strong className="text-ink">This is final.</strong> The dispute is lost at once:{' '}
        {formatPrice(dispute.amount)} stay with the customer, the order’s time goes and a credit
        note is written. Banks do not give their fee back.
      </p>
    </ConfirmAction>
  )
}
