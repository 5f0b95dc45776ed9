import { useState } from 'react'
import { useNavigate } from 'react-router'
import { payments } from '#contract/payments.ts'
import { api } from '../../api/client.ts'
import { isSessionOver, messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import type { CheckoutState } from '../checkout.tsx'
import { fillCart } from './back-to-checkout.tsx'

/** Gives up the order that waits, so that its codes are free again, and goes back to choose. */
export function ChooseAnother({ orderId }: { orderId: string }) {
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)

  async function leave() {
    setLeaving(true)
    try {
      await api(payments.cancel, { params: { id: orderId } })
      // What cannot be filled is chosen anew: the order is given up either way.
      await fillCart(orderId).catch(() => {})
      await navigate('/checkout', { state: { method: 'crypto' } satisfies CheckoutState })
    } catch (error) {
      setLeaving(false)
      if (isSessionOver(error)) return
      toast.error(messageOf(error, 'The order could not be cancelled. Please try again.'))
    }
  }
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="max-w-[44ch] text-faint text-sm leading-6">
        Have you not sent anything yet? Then you can pay with another coin, or by card. This order
        is cancelled and its games go back into your cart.
      </p>
      <Button loading={leaving} onClick={leave}>
        Choose another currency
      </Button>
    </div>
  )
}
