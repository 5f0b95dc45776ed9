import type { desk } from '#contract/desk.ts'
import type { Result } from '#contract/endpoint.ts'

export type Stats = Result<typeof desk.stats>

const figure = new Intl.NumberFormat('en-US')

/** How many tickets there are in each state. */
export function StatsCards({ stats }: { stats: Stats }) {
  const cards = [
    ['Total Tickets', stats.total_tickets],
    ['Open', stats.open_tickets],
    ['In Progress', stats.in_progress_tickets],
    ['Resolved', stats.resolved_tickets],
    ['Closed', stats.closed_tickets],
  ] as const
  return (
    <dl className="mb-6 grid grid-cols-2 gap-2.5 sm:grid-cols-3 xl:grid-cols-5">
      {cards.map(([label, count], at) => (
        <div
          key={label}
          className={`surface flex flex-col-reverse px-4 py-3 ${at === 0 ? 'max-sm:col-span-2' : ''}`}
        >
          <dt className="text-faint text-sm">{label}</dt>
          <dd className="display text-2xl tabular-nums">{figure.format(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
