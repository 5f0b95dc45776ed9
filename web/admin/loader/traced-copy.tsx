import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { TracedCopy } from '#contract/licensing/staff-traces.ts'
import { formatCount, formatPrice } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Moment } from '../../ui/time-ago.tsx'

/** A copy that the trace has identified, the marks found, and its customer. */
export function TracedCopyCard({ copy }: { copy: TracedCopy }) {
  const { customer, build, version, issued_at, tail, slots, of_slots } = copy
  const by = [
    tail && 'its signed block',
    slots > 0 && `${formatCount(slots)} of ${formatCount(of_slots)} slots`,
  ].filter(Boolean)
  return (
    <Card>
      <CardHeader
        title={
          customer ? (
            <Link
              to={`/admin/users/${customer.uid}`}
              className="underline underline-offset-4 [overflow-wrap:anywhere]"
            >
              {customer.username}
            </Link>
          ) : (
            'Deleted customer'
          )
        }
        detail={
          <span className="[overflow-wrap:anywhere]">
            {version && `Version ${version}. `}
            {issued_at && (
              <>
                Requested <Moment at={issued_at} />.{' '}
              </>
            )}
            {by.length > 0 && `Identified by ${by.join(' and ')}. `}
            {/* Links to the build, where it can be revoked. */}
            <Link
              to={`/admin/loader/builds?search=${build}`}
              className="font-mono text-faint text-xs underline underline-offset-2 hover:text-ink"
            >
              {build}
            </Link>
          </span>
        }
        actions={customer?.banned && <Badge tone="danger">Banned</Badge>}
      />
      {customer && <Leads customer={customer} />}
    </Card>
  )
}

type Customer = NonNullable<TracedCopy['customer']>

function Leads({ customer }: { customer: Customer }) {
  const { orders, downloads, devices, resets, browsers } = customer
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 md:grid-cols-2">
      <Lead title="Orders" none="No orders">
        {orders.map(({ id, total, status, at, paid_for_copy }) => (
          <li key={id}>
            <Link to={`/admin/orders/${id}`} className="underline underline-offset-2">
              {formatPrice(total)}
            </Link>
            , {status.replace('_', ' ')}, <Moment at={at} />
            {paid_for_copy && <strong className="block">Paid for the time of this copy</strong>}
          </li>
        ))}
      </Lead>
      <Lead title="Downloads" none="No downloads in the last 13 months">
        {downloads.map(({ address, times, of_copy, last }) => (
          <li key={address}>
            {address}: {formatCount(times)} in total, {formatCount(of_copy)} of this copy, last{' '}
            <Moment at={last} />
          </li>
        ))}
      </Lead>
      <Lead title="Devices" none="No devices">
        {devices.map(({ name, os, first_seen, last_seen, released_at }) => (
          <li key={first_seen}>
            {[name || 'Unnamed device', os].filter(Boolean).join(', ')}, last seen{' '}
            <Moment at={last_seen} />
            {released_at && ', released'}
          </li>
        ))}
      </Lead>
      <Lead title="Device changes" none="No device was released, reset or rejected">
        {resets.map(({ kind, at, by }) => (
          <li key={`${kind} ${at}`}>
            {kind.replace('_', ' ')}
            {by && ` by ${by}`}, <Moment at={at} />
          </li>
        ))}
      </Lead>
      <Lead title="New browsers" none="No sign-in from a new browser">
        {browsers.map(({ at, device, address }) => (
          <li key={at}>
            {device}
            {address && ` from ${address}`}, <Moment at={at} />
          </li>
        ))}
      </Lead>
    </div>
  )
}

type LeadProps = { title: string; none: string; children: ReactNode[] }

/** The latest ten related items of a kind. */
function Lead({ title, none, children }: LeadProps) {
  return (
    <section>
      <h3 className="label mb-2">{title}</h3>
      {children.length === 0 ? (
        <p className="text-faint text-sm">{none}</p>
      ) : (
        <ul className="grid gap-1.5 text-sm [overflow-wrap:anywhere]">{children}</ul>
      )}
    </section>
  )
}
