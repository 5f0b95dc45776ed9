import { RefreshCw } from 'lucide-react'
import { Link } from 'react-router'
import { mostMoments, type StaffOrder, staffOrders } from '#contract/selling/staff-orders.ts'
import { staffPayments } from '#contract/selling/staff-payments.ts'
import { staffPayouts } from '#contract/selling/staff-payouts.ts'
import { paymentLabels } from '../../account/orders/payment-labels.ts'
import { useAction } from '../../api/action.ts'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { backTo, readPage } from '../list/address.ts'
import { asStaff } from '../load.ts'
import { OrderNumber } from '../order-number.tsx'
import { Page } from '../page.tsx'
import type { Route } from './+types/order'
import { ChargesCard } from './charges-card.tsx'
import { DisputesCard } from './disputes-card.tsx'
import { DocumentsCard } from './documents-card.tsx'
import { ItemsCard } from './items-card.tsx'
import { PaymentsCard } from './payments-card.tsx'
import { PayoutsCard, payoutRows } from './payouts-card.tsx'
import { RefundButton } from './refund-button.tsx'
import { RefundsCard } from './refunds-card.tsx'
import { TaxCard } from './tax-card.tsx'
import { TicketsCard } from './tickets-card.tsx'
import { Timeline } from './timeline.tsx'
import { toneOf } from './tones.ts'

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const page = readPage(new URL(request.url).searchParams, 'payouts')
  return asStaff(request, 'Failed to load order', () => load(params.id, page))
}

async function load(id: string, page: number) {
  const input = { params: { id } }
  const [order, { payouts: rows, total, rest }] = await Promise.all([
    api(staffOrders.get, input),
    api(staffPayouts.list, { ...input, query: { page, limit: payoutRows } }),
  ])
  return { ...order, payouts: { rows, page, total }, rest }
}

export default function OrderPage({ loaderData, params }: Route.ComponentProps) {
  const { data } = loaderData
  return (
    <Page
      key={params.id}
      title={`Order ${params.id.slice(0, 8)}`}
      back={{ to: backTo('/admin/orders'), label: 'Orders' }}
      detail={data && <Identity order={data} />}
      actions={(order) => (
        <>
          {order.can_ask && <AskAgain id={params.id} />}
          <RefundButton order={order} hasRest={order.rest !== null} />
        </>
      )}
      loaded={loaderData}
    >
      {(order, me) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2">
          {order.stuck && (
            <section
              aria-label="Needs attention"
              className="surface flex flex-wrap items-center justify-between gap-3 border-warning border-l-2 p-4 xl:col-span-2"
            >
              <p className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">{order.stuck}</p>
              {order.review_at && <MarkReviewed id={order.order.id} seen={order.review_at} />}
            </section>
          )}
          <div className="grid min-w-0 gap-5">
            <ItemsCard order={order} me={me} />
            {order.tax && <TaxCard tax={order.tax} />}
            {(order.payments.length > 0 || order.renews === null) && (
              <PaymentsCard payments={order.payments} />
            )}
            <ChargesCard charges={order.charges} />
            <RefundsCard order={order} />
            <PayoutsCard order={order.order.id} payouts={order.payouts} rest={order.rest} me={me} />
            <DisputesCard disputes={order.disputes} />
            <DocumentsCard documents={order.documents} />
            <TicketsCard tickets={order.tickets} />
          </div>
          <Card>
            <CardHeader
              title="Timeline"
              detail={
                order.timeline_cut
                  ? `The latest ${mostMoments}, oldest first. Earlier events are not shown.`
                  : 'Oldest first.'
              }
            />
            <Timeline moments={order.timeline} />
          </Card>
        </div>
      )}
    </Page>
  )
}

function Identity({ order: { order, uid, username } }: { order: StaffOrder }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Badge tone={toneOf(order.payment_status)}>{paymentLabels[order.payment_status]}</Badge>
      <Link
        to={`/admin/users/${uid}`}
        className="underline decoration-edge underline-offset-4 hover:decoration-signal [overflow-wrap:anywhere]"
      >
        {username}
      </Link>
      <Moment at={order.created_at} />
      <OrderNumber id={order.id} />
    </div>
  )
}

type MarkReviewedProps = { id: string; seen: string }

/** Takes an order whose payment bought nothing off the list of orders that need review. */
function MarkReviewed({ id, seen }: MarkReviewedProps) {
  const mark = useAction(staffOrders.reviewed, {
    done: 'Marked as reviewed',
    failed: 'Failed to mark the order as reviewed',
    say: messageOf,
    failureIn: 'toast',
  })
  return (
    <Button
      size="small"
      loading={mark.pending}
      onClick={() => mark.run({ params: { id }, body: { seen } })}
    >
      Mark as Reviewed
    </Button>
  )
}

function AskAgain({ id }: { id: string }) {
  const ask = useAction(staffPayments.ask, {
    done: 'Payment status checked',
    failed: 'Failed to check with the provider',
    say: messageOf,
    failureIn: 'toast',
  })
  return (
    <Button loading={ask.pending} onClick={() => ask.run({ params: { id } })}>
      <RefreshCw size={16} aria-hidden="true" />
      Check with provider
    </Button>
  )
}
