import { useNavigate } from 'react-router'
import { payments } from '#contract/selling/payments.ts'
import { useAction } from '../../api/action.ts'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import type { CheckoutState } from '../checkout.tsx'
import { fillCart } from './back-to-checkout.tsx'

/**
 * Cancels the pending order, which releases its discount uses, and returns to the choice of coins.
 */
export function ChooseAnother({ orderId }: { orderId: string }) {
  const navigate = useNavigate()
  async function giveUp() {
    await api(payments.cancel, { params: { id: orderId } })
    // If the cart cannot be refilled, the customer chooses the products again. The order is
    // cancelled either way.
    await fillCart(orderId).catch(() => {})
  }
  const { run, pending } = useAction(giveUp, {
    failed: 'The order could not be cancelled. Please try again.',
    say: messageOf,
    failureIn: 'toast',
    reload: 'never',
    onDone: () => navigate('/checkout', { state: { method: 'crypto' } satisfies CheckoutState }),
  })
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="max-w-[44ch] text-faint text-sm leading-6">
        If you have not sent anything yet, you can pay with another currency or by card. This
        cancels the order and returns its games to your cart.
      </p>
      <Button loading={pending} onClick={() => run()}>
        Choose another currency
      </Button>
    </div>
  )
}
