import { use } from 'react'
import { Link } from 'react-router'
import type { Me } from '#contract/platform/sessions.ts'
import { formatCount } from '../../format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { listPending, WaitingContext } from '../frame/waiting.ts'

/** The pending items of this staff member, each with a link to its list. */
export function WaitingNow({ me }: { me: Me }) {
  const { answer, failed } = use(WaitingContext)
  return (
    <section aria-labelledby="waiting-now" className="mb-6">
      <h2 id="waiting-now" className="sr-only">
        Pending items
      </h2>
      {answer ? (
        <Pending items={listPending(me, answer)} />
      ) : failed ? (
        <p className="text-soft">Failed to load the pending items. Retrying automatically.</p>
      ) : (
        <Skeleton className="h-12" />
      )}
    </section>
  )
}

function Pending({ items }: { items: ReturnType<typeof listPending> }) {
  if (items.length === 0) return <p className="text-soft">No pending items.</p>
  return (
    <ul className="grid gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-3">
      {items.map(({ label, count, to, dueAt }) => (
        <li key={label}>
          <Link
            to={to}
            className="surface group flex h-full min-h-12 flex-wrap items-baseline gap-x-3 border-warning border-l-2 px-4 py-3 hover:bg-raised"
          >
            <strong className="title tabular-nums">{formatCount(count)}</strong>
            <span className="min-w-0 font-[600] group-hover:underline">{label}</span>
            {dueAt && (
              <span className="text-sm text-warning">
                due <Moment at={dueAt} />
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}
