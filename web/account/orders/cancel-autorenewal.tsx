import { useState } from 'react'
import type { Order } from '#contract/selling/orders.ts'
import { renewals } from '#contract/selling/renewals.ts'
import { useAction } from '../../api/action.ts'
import { messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Stops the renewal of an order after a confirmation. */
export function CancelAutorenewal({ order }: { order: Order }) {
  const [open, setOpen] = useState(false)
  const names = order.items.map(({ name }) => name).join(', ')
  const cancel = useAction(renewals.stopOfOrder, {
    done: 'Subscription cancelled successfully',
    failed: 'The renewal could not be cancelled. Please try again.',
    say: messageOf,
    failureIn: 'toast',
    onDone: () => setOpen(false),
  })
  return (
    <>
      <Button className="max-sm:w-full" onClick={() => setOpen(true)}>
        Cancel Autorenewal
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Cancel Autorenewal"
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Keep it</Button>
            <Button
              look="danger"
              loading={cancel.pending}
              onClick={() => cancel.run({ query: { checkout_id: order.id } })}
            >
              Cancel Autorenewal
            </Button>
          </>
        }
      >
        <p className="text-soft">
          <strong className="text-ink">{names}</strong> will not renew and your card will not be
          charged again. You keep the time that you have paid for.
        </p>
      </Dialog>
    </>
  )
}
