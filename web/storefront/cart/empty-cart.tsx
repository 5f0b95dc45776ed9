import { ShoppingCart } from 'lucide-react'
import { Head } from '../../shell/head.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'

type EmptyCartProps = { title: string; wayOn: string }

/** The cart's and the checkout's page when there is nothing to buy. */
export function EmptyCart({ title, wayOn }: EmptyCartProps) {
  return (
    <div className="page">
      <Head title={title} />
      <EmptyState
        heading={1}
        icon={<ShoppingCart size={26} />}
        title="Your cart is empty"
        action={
          <LinkButton to="/store" look="primary">
            {wayOn}
          </LinkButton>
        }
      />
    </div>
  )
}
