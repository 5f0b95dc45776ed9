import { Fragment } from 'react'
import { useCart } from '../../cart/cart.ts'
import { useQuote } from '../../cart/use-quote.ts'
import { Head } from '../../shell/head.tsx'
import { PageNeedsScripts } from '../../shell/needs-scripts.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CartLine } from './cart-line.tsx'
import { EmptyCart } from './empty-cart.tsx'
import { CartNotKept } from './not-kept.tsx'
import { OrderSummary } from './order-summary.tsx'
import { RemovedItem, useRemoval } from './removal.tsx'
import { useRenewalLink } from './renewal-link.ts'

export default function Cart() {
  const { adding, failed } = useRenewalLink()
  const held = useCart()
  const items = adding && held?.length === 0 ? null : held
  const quoted = useQuote(items)
  const { removed, restored, remove, undo } = useRemoval(items)
  const notAdded = failed && (
    <ErrorBox className="mt-6" onRetry={failed.retry} retrying={adding}>
      {failed.problem}
    </ErrorBox>
  )
  const undoing = removed && (
    <RemovedItem key={removed.item.id} title={removed.item.title} onUndo={() => undo(removed)} />
  )
  if (items?.length === 0)
    return (
      <>
        {notAdded && <div className="page">{notAdded}</div>}
        {undoing && (
          <div className="page pt-6">
            <div className="surface notch-6">{undoing}</div>
          </div>
        )}
        <EmptyCart title="Cart" wayOn="Browse Store" />
      </>
    )
  return (
    <div className="page pt-10 sm:pt-16">
      <Head title="Cart" />
      <h1 className="page-title">Cart</h1>
      <CartNotKept className="mt-6" />
      {notAdded}
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
        {items ? (
          <>
            <ul className="surface notch-6 divide-y divide-line">
              {items.map((item, position) => (
                <Fragment key={item.id}>
                  {removed?.position === position && <li>{undoing}</li>}
                  <CartLine
                    item={item}
                    quoted={quoted.quote?.items.find((line) => line.id === item.id)}
                    onRemove={() => remove(item, position)}
                    restored={restored === item.id}
                  />
                </Fragment>
              ))}
              {removed && removed.position >= items.length && <li>{undoing}</li>}
            </ul>
            <OrderSummary items={items} {...quoted} />
          </>
        ) : (
          <>
            <PageNeedsScripts />
            <Skeleton className="h-40" />
            <Skeleton className="h-64" />
          </>
        )}
      </div>
    </div>
  )
}
