import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Order } from '#contract/selling/orders.ts'
import { GuidedStart } from '../account/loader/guided-start.tsx'
import type { Start } from '../account/loader/start.ts'
import { LinkButton } from '../ui/button.tsx'
import type { Bought } from './bought.ts'
import { Purchase } from './purchase.tsx'
import { WaitingOrders } from './waiting-orders.tsx'

type AfterPayingProps = {
  title: string
  /** The heading level: 1 if it is the title of the page. */
  heading?: 1 | 2
  bought: Bought
  children: ReactNode
}

/** Without the requirements of products that were bought before. */
function ofOrder(start: Start, { items }: Order): Start {
  const bought = new Set(items.map(({ id }) => id))
  return { ...start, requirements: start.requirements.filter(({ id }) => bought.has(id)) }
}

/** The page after a payment: the confirmation, the purchase, and the steps to start playing. */
export function AfterPaying({ title, heading = 1, bought, children }: AfterPayingProps) {
  const { order, ends, start } = bought
  const Heading = `h${heading}` as const
  return (
    <div className="grid gap-6">
      <div role="status" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 sm:gap-x-5">
        <CircleCheck
          size={40}
          strokeWidth={1.75}
          aria-hidden="true"
          className="text-success sm:size-12"
        />
        <Heading className="display self-center text-[clamp(1.75rem,6vw,3rem)]">{title}</Heading>
        <div className="col-span-full grid max-w-[36em] gap-1 text-soft">{children}</div>
      </div>
      {/* While the shop is closed, `start` is missing, and pending orders cannot be loaded. */}
      {order && start && <WaitingOrders products={order.items.map(({ id }) => id)} paid />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        {start && <GuidedStart start={order ? ofOrder(start, order) : start} />}
        {order && <Purchase order={order} ends={ends} />}
      </div>
      <div className="flex flex-wrap gap-3">
        <LinkButton
          to="/dashboard?t=loader"
          look={start ? 'secondary' : 'primary'}
          className="max-sm:w-full"
        >
          Go to Dashboard
        </LinkButton>
        <LinkButton to="/store" className="max-sm:w-full">
          Continue Shopping
        </LinkButton>
      </div>
    </div>
  )
}
