import clsx from 'clsx'
import type { ModuleHistory } from '#contract/outages/incidents.ts'
import type { ServiceStatus } from '#contract/outages/status.ts'
import { formatUtcDay } from '../../format.ts'

const fills: Record<ServiceStatus, string> = {
  operational: 'bg-success/70',
  updating: 'bg-warning/60',
  maintenance: 'bg-warning',
  offline: 'bg-danger',
}

/** The number of days that fit on a phone. */
const narrow = 45

/** Ninety days as bars, the oldest first, with a text for screen readers. */
export function History({ from, days }: Omit<ModuleHistory, 'repo'>) {
  const first = Date.parse(`${from}T00:00:00Z`)
  const dayOf = (at: number) => formatUtcDay(first + at * 86_400_000)
  const troubled = days.flatMap(({ worst, down }, at) =>
    worst && worst !== 'operational' ? [`${dayOf(at)}: ${worst}, ${lasting(down)}`] : [],
  )
  const known = days.filter(({ worst }) => worst).length
  const said = troubled.length > 0 ? troubled.join('. ') : 'always operational'
  return (
    <div>
      <p className="sr-only">
        {known === 0 ? 'No status history yet.' : `The last ${known} days: ${said}.`}
      </p>
      <div aria-hidden="true" className="flex h-6 gap-px sm:gap-[2px]">
        {days.map(({ worst, down }, at) => (
          <span
            key={dayOf(at)}
            title={`${dayOf(at)}: ${worst ?? 'no data'}${down > 0 ? `, ${lasting(down)}` : ''}`}
            className={clsx(
              'min-w-0 flex-1 rounded-[1px]',
              worst ? fills[worst] : 'bg-edge',
              at < days.length - narrow && 'max-sm:hidden',
            )}
          />
        ))}
      </div>
      <p aria-hidden="true" className="mt-1 flex justify-between text-faint text-xs">
        <span className="sm:hidden">{narrow} days ago</span>
        <span className="max-sm:hidden">90 days ago</span>
        <span className="sm:hidden">{uptimeOf(days.slice(-narrow))}</span>
        <span className="max-sm:hidden">{uptimeOf(days)}</span>
        <span>Today</span>
      </p>
    </div>
  )
}

/** The share of time that the module was operational, among the days with data. */
export function uptimeOf(days: ModuleHistory['days']): string {
  const known = days.filter(({ worst }) => worst)
  if (known.length === 0) return ''
  const down = known.reduce((sum, { down }) => sum + down, 0)
  const share = Math.max(0, 1 - down / (known.length * 86_400))
  // Rounded down, so that it is never 100% by rounding.
  return `${(Math.floor(share * 10_000) / 100).toFixed(2)}% operational`
}

/** `45 minutes`, `3 h 20 min`. */
function lasting(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  const rest = minutes % 60
  return rest > 0 ? `${Math.floor(minutes / 60)} h ${rest} min` : `${minutes / 60} h`
}
