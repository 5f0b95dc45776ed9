import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { TicketCustomer } from '#contract/people/staff-tickets.ts'
import { shopNow } from '#web/clock.ts'
import { paymentLabels } from '../../account/orders/payment-labels.ts'
import { formatPrice } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { withUnicodeDomain } from '../../unicode-address.ts'
import { LevelBadge } from '../logs/level-badge.tsx'
import { OrderNumber } from '../order-number.tsx'
import { nextOf } from '../run-end.ts'

const link = 'underline decoration-edge underline-offset-4 hover:decoration-signal'

type CustomerCardProps = { uid: number; customer: TicketCustomer }

/** The facts about the customer that an agent needs before replying. */
export function CustomerCard({ uid, customer }: CustomerCardProps) {
  const { user, orders, logs } = customer
  return (
    <aside aria-label="Customer" className="surface grid min-w-0 divide-y divide-line text-sm">
      <Part title="Customer">
        <p className="font-[600] text-base [overflow-wrap:anywhere]">
          <Link to={`/admin/users/${uid}`} className={link}>
            {user?.username ?? 'Deleted user'}
          </Link>
        </p>
        {user ? (
          <Identity user={user} />
        ) : (
          <p className="text-soft">The personal data was deleted. Orders are kept.</p>
        )}
      </Part>
      {user && <Belongings customer={customer} />}
      <Part title="Latest orders" none="None" rows={orders}>
        {(order) => (
          <Line key={order.id} at={order.created_at}>
            {order.items.map(({ name }) => name).join(', ')}
            <span className="block">
              <OrderNumber id={order.id} short />
            </span>
            <span className="block text-faint">
              {formatPrice(order.total_price)} · {paymentLabels[order.payment_status]}
            </span>
          </Line>
        )}
      </Part>
      {user && (
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
      )}
    </aside>
  )
}

type User = NonNullable<TicketCustomer['user']>

function Identity({ user }: { user: User }) {
  const { email, banned, verified, infraction_count, created_at, last_login } = user
  return (
    <>
      <p className="text-soft [overflow-wrap:anywhere]">
        <bdi>{withUnicodeDomain(email)}</bdi>
      </p>
      <p className="mt-1.5 flex flex-wrap items-center gap-1.5">
        {banned && <Badge tone="danger">Banned</Badge>}
        {!verified && <Badge tone="warning">Unverified</Badge>}
        {infraction_count > 0 && <Badge tone="warning">{infraction_count} infractions</Badge>}
      </p>
      <p className="mt-1 text-faint">
        Joined <Moment look="lines" at={created_at} />
      </p>
      {last_login && (
        <p className="mt-1 text-faint">
          Last seen <Moment look="lines" at={last_login} />
        </p>
      )}
    </>
  )
}

/** The device and the subscriptions, which a deleted account no longer has. */
function Belongings({ customer: { device, subscriptions } }: { customer: TicketCustomer }) {
  return (
    <>
      <Part title="Device">
        {device ? (
          <>
            <p className="text-soft">
              In use since <Moment look="lines" at={device.created_at} />
            </p>
            <p className="mt-1 text-soft">
              Last seen <Moment look="lines" at={device.last_seen_at} />
            </p>
          </>
        ) : (
          <None>No device</None>
        )}
      </Part>
      <Part title="Subscriptions" none="None" rows={subscriptions}>
        {(run) => {
          const next = nextOf(run, shopNow())
          return (
            <Line
              key={run.id}
              at={next && new Date(next.at).toISOString()}
              before={next ? next.word : 'Lifetime'}
            >
              {run.product_name}
            </Line>
          )
        }}
      </Part>
    </>
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

type LineProps = { at: string | null; before?: string; children: ReactNode }

function Line({ at, before, children }: LineProps) {
  return (
    <li className="[overflow-wrap:anywhere]">
      {children}
      <span className="block text-faint">
        {before} {at && <Moment look="lines" at={at} />}
      </span>
    </li>
  )
}

function None({ children }: { children: ReactNode }) {
  return <p className="text-faint">{children}</p>
}
