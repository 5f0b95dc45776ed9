import { ShoppingCart } from 'lucide-react'
import { useWaitingOrders } from '../../cart/waiting-order.ts'
import { formatPrice } from '../../format.ts'
import { Head } from '../../shell/head.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'

type EmptyCartProps = { title: string; wayOn: string }

/**
 * The page of the cart and the checkout if the cart is empty. An unpaid order may still be pending.
 */
export function EmptyCart({ title, wayOn }: EmptyCartProps) {
  const [waiting] = useWaitingOrders().waiting
  return (
    <div className="page">
      <Head title={title} />
      <EmptyState
        heading={1}
        icon={<ShoppingCart size={26} />}
        title="Your cart is empty"
        action={
          <>
            {waiting && (
              <LinkButton to={`/crypto-payment?order=${waiting.id}`} look="primary">
                Go to Payment
              </LinkButton>
            )}
            <LinkButton to="/store" look={waiting ? 'secondary' : 'primary'}>
              {wayOn}
            </LinkButton>
          </>
        }
      >
        {waiting && (
          <>
            You have an unpaid order: {waiting.items.map(({ name }) => name).join(', ')} for{' '}
            {formatPrice(waiting.total_price)}.
          </>
        )}
      </EmptyState>
    </div>
  )
}
