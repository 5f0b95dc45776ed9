import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type StaffTicket, staffTickets, type TicketState } from '#contract/people/staff-tickets.ts'
import { type TicketStatus, ticketStatuses } from '#contract/wire/ticket.ts'
import { statusLabel } from '../../account/tickets/ticket-badge.tsx'
import { useAction } from '../../api/action.ts'
import { isStale } from '../../api/rebase.ts'
import { Select } from '../../ui/select.tsx'

const options = ticketStatuses.map((value) => ({ value, label: statusLabel(value) }))

type StatusSelectProps = {
  ticket: StaffTicket
  onChange: (changed: TicketState) => void
}

export function StatusSelect({ ticket, onChange }: StatusSelectProps) {
  const [wanted, setWanted] = useState<TicketStatus | null>(null)
  const { revalidate } = useRevalidator()
  const { run } = useAction(staffTickets.setStatus, {
    done: ({ status }) => `Ticket status updated to ${statusLabel(status)}`,
    failed: 'Failed to update ticket status',
    failureIn: 'toast',
    say: (error, failed) =>
      isStale(error) ? `${error.message}.\nTo change it, select a status again.` : failed,
    // The status can be changed again before the list has reloaded.
    reload: 'never',
    onDone(changed) {
      onChange(changed)
      void revalidate()
    },
  })

  async function change(status: TicketStatus) {
    setWanted(status)
    await run({ params: { id: ticket.id }, body: { status, revision: ticket.revision } })
    setWanted(null)
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
