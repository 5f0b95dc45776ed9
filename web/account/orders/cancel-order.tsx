import { payments } from '#contract/selling/payments.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'

type CancelOrderProps = { id: string; onDone?: () => void }

/** Cancels an unpaid crypto order after a confirmation. */
export function CancelOrder({ id, onDone }: CancelOrderProps) {
  const cancel = useAction(payments.cancel, {
    done: 'Order cancelled',
    failed: 'The order could not be cancelled. Please try again.',
    say: messageOf,
    ...(onDone && { onDone }),
  })
  return (
    <ConfirmAction
      action={cancel}
      input={[{ params: { id } }]}
      button={(ask) => (
        <Button className="max-sm:w-full" onClick={ask}>
          Cancel Order
        </Button>
      )}
      title="Cancel this order?"
      confirm="Cancel Order"
      cancel="Keep It"
      danger
    >
      <p className="text-soft">
        Cancel it only if you have not sent anything. Its discount codes become available again. If
        a payment still arrives, it counts at its value on arrival.
      </p>
    </ConfirmAction>
  )
}
