import { useEffect, useState } from 'react'
import {
  type StaffTicket,
  type StaffTicketMessage,
  staffTickets,
  type TicketCustomer,
} from '#contract/staff-tickets.ts'
import { api } from '../../api/client.ts'

/** The latest replies, how many there are in all, and who they are with. */
export type Conversation = {
  ticket: StaffTicket
  replies: StaffTicketMessage[]
  total: number
  customer: TicketCustomer
}

const pollEvery = 4000

/** The ticket, its replies and its customer as they are now: what a colleague does comes without reloading. */
export function useLive(loaded: Conversation) {
  const [from, setFrom] = useState(loaded)
  const [shown, setShown] = useState(loaded)
  if (loaded !== from) {
    setFrom(loaded)
    setShown(loaded)
  }
  const { id } = loaded.ticket
  useEffect(() => {
    let over = false
    async function poll() {
      if (document.visibilityState !== 'visible') return
      try {
        const latest = await loadConversation(id)
        if (!over) setShown(latest)
      } catch {
        // What is shown stays; the next try may succeed.
      }
    }
    const timer = setInterval(poll, pollEvery)
    document.addEventListener('visibilitychange', poll)
    return () => {
      over = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [id])
  return [shown, setShown] as const
}

export async function loadConversation(id: number): Promise<Conversation> {
  const params = { id: String(id) }
  const [ticket, messages, customer] = await Promise.all([
    api(staffTickets.get, { params }),
    api(staffTickets.messages, { params, query: {} }),
    api(staffTickets.customer, { params }),
  ])
  return { ticket, ...messages, customer }
}
