import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DeskCustomer } from '#contract/desk.ts'
import { paymentLabels } from '../../account/orders/payment-labels.ts'
import { Badge } from '../../ui/badge.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { LevelBadge } from '../logs/level-badge.tsx'

const price = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const link = 'underline decoration-edge underline-offset-4 hover:decoration-signal'

type CustomerCardProps = { uid: number; customer: DeskCustomer }

/** What an agent would otherwise look up elsewhere before they answer. */
export function CustomerCard({ uid, customer }: CustomerCardProps) {
  const { account, device, subscriptions, orders, logs } = customer
  if (!account) {
    return (
      <aside aria-label="Customer" className="surface px-5 py-4 text-soft">
        This customer’s account was deleted.
      </aside>
    )
  }
  return (
    <aside aria-label="Customer" className="surface grid min-w-0 divide-y divide-line text-sm">
      <Part title="Customer">
        <p className="font-[600] text-base [overflow-wrap:anywhere]">
          <Link to={`/admin/users/${uid}`} className={link}>
            {account.username}
          </Link>
        </p>
        <p className="text-soft [overflow-wrap:anywhere]">{account.email}</p>
        <p className="mt-1.5 flex flex-wrap items-center gap-1.5">
          {account.banned && <Badge tone="danger">Banned</Badge>}
          {!account.verified && <Badge tone="warning">Unverified</Badge>}
          {account.infraction_count > 0 && (
            <Badge tone="warning">{account.infraction_count} infractions</Badge>
          )}
        </p>
        <p className="mt-1 text-faint">
          Joined <Moment at={account.created_at} />
          {account.last_login && (
            <>
              , last seen <Moment at={account.last_login} />
            </>
          )}
        </p>
      </Part>
      <Part title="Device">
        {device ? (
          <p className="text-soft">
            In use since <Moment at={device.created_at} />, last <Moment at={device.last_seen_at} />
          </p>
        ) : (
          <None>None registered</None>
        )}
      </Part>
      <Part title="Subscriptions" none="None" rows={subscriptions}>
        {(run) => {
          const end = new Date(Date.parse(run.created_at) + run.term_length * 1000)
          const over = end.getTime() <= Date.now()
          return (
            <Line key={run.id} at={end.toISOString()} before={over ? 'ended' : 'ends'}>
              {run.game_name}
            </Line>
          )
        }}
      </Part>
      <Part title="Latest orders" none="None" rows={orders}>
        {(order) => (
          <Line key={order.id} at={order.created_at}>
            {order.items.map(({ name }) => name).join(', ')}
            <span className="block text-faint">
              {price.format(order.total_price)} · {paymentLabels[order.payment_status]}
            </span>
          </Line>
        )}
      </Part>
      <Part title="Latest log entries" none="None" rows={logs}>
        {(entry) => (
          <Line key={entry.id} at={entry.created_at}>
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              {entry.level > 1 && <LevelBadge level={entry.level} />}
              {entry.message}
            </span>
          </Line>
        )}
      </Part>
    </aside>
  )
}

type PartProps<Row> =
  | { title: string; children: ReactNode; rows?: undefined; none?: undefined }
  | { title: string; none: string; rows: readonly Row[]; children: (row: Row) => ReactNode }

function Part<Row>(props: PartProps<Row>) {
  return (
    <section className="px-5 py-4">
      <h3 className="label mb-1.5">{props.title}</h3>
      {props.rows === undefined ? (
        props.children
      ) : props.rows.length === 0 ? (
        <None>{props.none}</None>
      ) : (
        <ul className="grid gap-2">{props.rows.map(props.children)}</ul>
      )}
    </section>
  )
}

type LineProps = { at: string; before?: string; children: ReactNode }

function Line({ at, before, children }: LineProps) {
  return (
    <li className="[overflow-wrap:anywhere]">
      {children}
      <span className="block text-faint">
        {before} <Moment at={at} />
      </span>
    </li>
  )
}

function None({ children }: { children: ReactNode }) {
  return <p className="text-faint">{children}</p>
}
