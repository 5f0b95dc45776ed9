import { Link } from 'react-router'

/** A link to the customer's order that a ticket is about. */
export function OrderLink({ id }: { id: string }) {
  return (
    <Link
      to={`/orders/${id}`}
      className="underline decoration-edge underline-offset-4 hover:decoration-signal"
    >
      order <span className="font-mono">#{id.slice(0, 8)}</span>
    </Link>
  )
}
