import { useState } from 'react'
import { type StaffTicketMessage, staffTickets } from '#contract/staff-tickets.ts'
import { api } from '../../api/client.ts'
import { failureOf, isSessionOver } from '../../api/error.ts'
import { toast } from '../../ui/toast.ts'

const failed = 'Failed to fetch messages'
const limit = 100

/** The replies before the latest, a page at a time. What comes in meanwhile moves pages, so a page may bring some again. */
export function useEarlier(ticketId: number, latest: readonly StaffTicketMessage[], total: number) {
  const [earlier, setEarlier] = useState<StaffTicketMessage[]>([])
  const [loading, setLoading] = useState(false)
  const known = new Set(latest.map(({ id }) => id))
  const replies = [...earlier.filter(({ id }) => !known.has(id)), ...latest]

  async function load() {
    setLoading(true)
    try {
      const page = Math.floor(replies.length / limit)
      const params = { id: String(ticketId) }
      const found = await api(staffTickets.messages, { params, query: { page, limit } })
      const seen = new Set(replies.map(({ id }) => id))
      setEarlier((before) => [...found.replies.filter(({ id }) => !seen.has(id)), ...before])
    } catch (error) {
      if (!isSessionOver(error)) toast.error(failureOf(error, failed))
    } finally {
      setLoading(false)
    }
  }

  return { replies, missing: total - replies.length, load, loading }
}
