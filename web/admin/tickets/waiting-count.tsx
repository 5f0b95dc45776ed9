import { useLocation } from 'react-router'
import { staffTickets } from '#contract/people/staff-tickets.ts'
import { useAsk } from '../../api/ask.ts'
import { api } from '../../api/client.ts'

const refreshEvery = 30_000

/** The number of pending items, next to a tab. Nothing if there are none. */
export function WaitingCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="ml-auto inline-grid h-6 min-w-6 place-items-center rounded-full bg-lifted px-2 text-[0.8125rem] text-ink tabular-nums">
      <span aria-hidden="true">{count > 999 ? '999+' : count}</span>
      <span className="sr-only">{count} pending</span>
    </span>
  )
}

/**
 * The number of open tickets, which is the list's default filter. Refreshed on every navigation and
 * at intervals.
 */
export function useOpenTickets(): number {
  const { key } = useLocation()
  // An outdated counter needs no error message.
  const { answer } = useAsk(() => api(staffTickets.open), key, { every: refreshEvery })
  return answer?.open_tickets ?? 0
}
