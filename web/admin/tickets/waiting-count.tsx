import { useLocation } from 'react-router'
import { staffTickets } from '#contract/staff-tickets.ts'
import { useAsk } from '../../api/ask.ts'
import { api } from '../../api/client.ts'

const refreshEvery = 30_000

/** Beside a tab, what waits for staff there; nothing when nothing does. */
export function WaitingCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="ml-auto inline-grid h-6 min-w-6 place-items-center rounded-full bg-lifted px-2 text-[0.8125rem] text-ink tabular-nums">
      <span aria-hidden="true">{count > 999 ? '999+' : count}</span>
      <span className="sr-only">{count} waiting for us</span>
    </span>
  )
}

/** How many tickets wait for support: asked for again with every page, and while one stays open. */
export function useWaiting(): number {
  const { key } = useLocation()
  // A counter that is late is no reason to disturb anybody.
  const { answer } = useAsk(() => api(staffTickets.waiting), key, { every: refreshEvery })
  return answer?.waiting_tickets ?? 0
}
