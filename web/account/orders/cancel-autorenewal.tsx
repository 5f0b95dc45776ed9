import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { api } from '../../api/client.ts'
import { isSessionOver, messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'

/** Stops the renewal of an order, once the customer has confirmed it. */
export function CancelAutorenewal({ order }: { order: Order }) {
  const [open, setOpen] = useState(false)
  const [cancelling, setCancelling] = useState(false)
  const { revalidate } = useRevalidator()
  const names = order.items.map(({ name }) => name).join(', ')
  async function cancel() {
    setCancelling(true)
    try {
      await api(payments.cancelSubscription, { query: { checkout_id: order.id } })
      toast.success('Subscription cancelled successfully')
      setOpen(false)
      await revalidate()
    } catch (error) {
      if (isSessionOver(error)) return
      toast.error(messageOf(error, 'The renewal could not be cancelled. Please try again.'))
    } finally {
      setCancelling(false)
    }
  }
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
            <Button look="danger" loading={cancelling} onClick={cancel}>
              Cancel Autorenewal
            </Button>
          </>
        }
      >
        <p className="text-soft">
          <strong className="text-ink">{names}</strong> will not renew and your card will not be
          charged again. The time that you have paid for stays.
        </p>
      </Dialog>
    </>
  )
}
