import { useState } from 'react'
import { type StaffTicketMessage, staffTickets } from '#contract/people/staff-tickets.ts'
import { useAction } from '../../api/action.ts'

const limit = 100

/**
 * Loads the replies before the latest ones, a page at a time. New replies shift the pages, so a
 * page may repeat some replies.
 */
export function useEarlier(ticketId: number, latest: readonly StaffTicketMessage[], total: number) {
  const [earlier, setEarlier] = useState<StaffTicketMessage[]>([])
  const known = new Set(latest.map(({ id }) => id))
  const replies = [...earlier.filter(({ id }) => !known.has(id)), ...latest]

  const { run, pending } = useAction(staffTickets.messages, {
    failed: 'Failed to fetch messages',
    failureIn: 'toast',
    reload: 'never',
    onDone(found) {
      const seen = new Set(replies.map(({ id }) => id))
      setEarlier((before) => [...found.replies.filter(({ id }) => !seen.has(id)), ...before])
    },
  })
  function load() {
    const page = Math.floor(replies.length / limit)
    void run({ params: { id: ticketId }, query: { page, limit } })
  }

  return { replies, missing: total - replies.length, load, loading: pending }
}
