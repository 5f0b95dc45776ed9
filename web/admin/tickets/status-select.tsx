import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type StaffTicket, staffTickets } from '#contract/staff-tickets.ts'
import { type TicketStatus, ticketStatuses } from '#contract/tickets.ts'
import { statusLabel } from '../../account/tickets/ticket-badge.tsx'
import { api } from '../../api/client.ts'
import { isSessionOver } from '../../api/error.ts'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'

const options = ticketStatuses.map((value) => ({ value, label: statusLabel(value) }))

type StatusSelectProps = {
  ticket: StaffTicket
  onChange: (changed: Pick<StaffTicket, 'status' | 'updated_at'>) => void
}

export function StatusSelect({ ticket, onChange }: StatusSelectProps) {
  const [wanted, setWanted] = useState<TicketStatus | null>(null)
  const { revalidate } = useRevalidator()

  async function change(status: TicketStatus) {
    setWanted(status)
    try {
      const params = { id: String(ticket.id) }
      onChange(await api(staffTickets.setStatus, { params, body: { status } }))
      toast.success(`Ticket status updated to ${statusLabel(status)}`)
      revalidate()
    } catch (error) {
      if (!isSessionOver(error)) toast.error('Failed to update ticket status')
    } finally {
      setWanted(null)
    }
  }

  return (
    <Select
      label="Status"
      className="w-40"
      value={wanted ?? ticket.status}
      disabled={wanted !== null}
      options={options}
      onChange={({ target }) => change(target.value as TicketStatus)}
    />
  )
}
