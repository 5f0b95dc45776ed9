import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { tickets } from '#contract/people/tickets.ts'
import { documentTitles } from '#contract/selling/documents.ts'
import { orders } from '#contract/selling/orders.ts'
import { renewals } from '#contract/selling/renewals.ts'
import { api } from '../../api/client.ts'
import { useLastGood } from '../../api/polling.ts'
import { asUser } from '../../session/session.ts'
import { Head } from '../../shell/head.tsx'
import { PageNeedsScripts } from '../../shell/needs-scripts.tsx'
import { AcceptedPages } from '../../storefront/legal/accepted.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { textLinkClass } from '../auth-page.tsx'
import { askAboutPath, refundPath } from '../tickets/paths.ts'
import type { Route } from './+types/order-page'
import { OrderCard } from './order-card.tsx'
import { OrderTickets } from './order-tickets.tsx'
import { whyNoOrder } from './why-no-order.ts'

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return asUser(request, async () => {
    try {
      const [order, renewing, asked] = await Promise.all([
        api(orders.get, { params: { id: params.id } }),
        api(renewals.list),
        // The order is shown even if its tickets cannot be loaded, as during maintenance.
        api(tickets.list, { query: { order: params.id } }).catch(() => []),
      ])
      return { order, renewing, asked, error: null }
    } catch (error) {
      return { order: null, renewing: [], asked: [], error: whyNoOrder(error) }
    }
  })
}

export default function OrderPage({ loaderData, params }: Route.ComponentProps) {
  const { order, renewing, asked, error } = useLastGood(loaderData)
  return (
    <Frame title={`Order ${params.id.slice(0, 8)}`}>
      {order ? (
        <>
          <ul>
            <OrderCard order={order} renewals={renewing} whole />
          </ul>
          {order.accepted && (
            <p className="mt-5 text-soft text-sm">
              Accepted with this order: <AcceptedPages {...order.accepted} />
            </p>
          )}
          <div className="mt-5 flex flex-wrap gap-3 max-sm:*:w-full">
            {order.document && (
              <LinkButton to={`/orders/${order.id}/invoice`}>
                {documentTitles[order.document.kind]}
              </LinkButton>
            )}
            <LinkButton to={askAboutPath(order.id)}>Ask about this order</LinkButton>
            {order.can_request_refund && (
              <LinkButton to={refundPath(order.id, order.accepted?.refunds)}>
                Request a Refund
              </LinkButton>
            )}
          </div>
          {order.can_request_refund && (
            <p className="mt-3 text-[0.9375rem] text-soft">
              Our{' '}
              <Link to={`/refunds/${order.accepted?.refunds ?? ''}`} className={textLinkClass}>
                refund policy
              </Link>{' '}
              says which orders can be refunded.
            </p>
          )}
          <OrderTickets tickets={asked} />
        </>
      ) : (
        <ErrorBox>{error}</ErrorBox>
      )}
    </Frame>
  )
}

export function HydrateFallback() {
  return (
    <Frame title="Order">
      <PageNeedsScripts />
      <Skeleton className="h-80" />
    </Frame>
  )
}

function Frame({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="page pt-10 sm:pt-14">
      <Head title={title} />
      <div className="mx-auto w-full max-w-[52rem]">
        <Link
          to="/dashboard?t=orders"
          className="mb-5 inline-flex items-center gap-2 rounded-sm font-[600] text-[0.9375rem] text-soft hover:text-ink"
        >
          <ArrowLeft size={18} aria-hidden="true" />
          All orders
        </Link>
        <h1 className="sr-only">{title}</h1>
        {children}
      </div>
    </div>
  )
}
