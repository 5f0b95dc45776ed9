import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { documents } from '#contract/selling/documents.ts'
import { orders } from '#contract/selling/orders.ts'
import { api } from '../../api/client.ts'
import { useLastGood } from '../../api/polling.ts'
import { asUser } from '../../session/session.ts'
import { Head } from '../../shell/head.tsx'
import { PageNeedsScripts } from '../../shell/needs-scripts.tsx'
import { ErrorBox, Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Route } from './+types/invoice-page'
import { DocumentSheet } from './document-sheet.tsx'
import { OrderStatus, OrderTotals } from './order-totals.tsx'
import { whyNoDocument } from './why-no-document.ts'
import { whyNoOrder } from './why-no-order.ts'

export function clientLoader({ request, params: { id } }: Route.ClientLoaderArgs) {
  return asUser(request, async () => {
    try {
      const [order, made] = await Promise.all([
        api(orders.get, { params: { id } }),
        api(documents.list, { params: { id } }),
      ])
      return { order, made, error: null }
    } catch (error) {
      return { order: null, made: [], error: whyNoOrder(error) }
    }
  })
}

export default function InvoicePage({ loaderData, params }: Route.ComponentProps) {
  const { order, made, error } = useLastGood(loaderData)
  const { hash } = useLocation()
  // Links in mails name one of several documents, which exists only after loading.
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
  return (
    <Frame id={params.id}>
      {error && <ErrorBox>{error}</ErrorBox>}
      {order && made.length === 0 && <Notice>{whyNoDocument(order)}</Notice>}
      {order && order.refunds.length > 0 && (
        <section
          aria-label="Refund of the order"
          className="surface notch-5 print-hidden mb-5 p-5 sm:p-6"
        >
          <OrderStatus status={order.payment_status} />
          <OrderTotals order={order} />
        </section>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {made.map((each) => (
          <DocumentSheet key={each.number} document={each} />
        ))}
      </div>
    </Frame>
  )
}

export function HydrateFallback({ params }: Partial<Route.ComponentProps>) {
  return (
    <Frame id={params?.id ?? ''}>
      <PageNeedsScripts />
      <Skeleton className="h-80" />
    </Frame>
  )
}

function Frame({ id, children }: { id: string; children: React.ReactNode }) {
  const title = `Documents of order ${id.slice(0, 8)}`
  return (
    <div className="page pt-10 sm:pt-14">
      <Head title={title} />
      <div className="mx-auto w-full max-w-[52rem]">
        <Link
          to={`/orders/${id}`}
          className="mb-5 inline-flex items-center gap-2 rounded-sm font-[600] text-[0.9375rem] text-soft hover:text-ink"
        >
          <ArrowLeft size={18} aria-hidden="true" />
          Back to order
        </Link>
        <h1 className="sr-only">{title}</h1>
        {children}
      </div>
    </div>
  )
}
