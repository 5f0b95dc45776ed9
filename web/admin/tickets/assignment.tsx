import { UserRoundPen } from 'lucide-react'
import { useState } from 'react'
import { type StaffTicket, staffTickets } from '#contract/people/staff-tickets.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { may } from '#contract/wire/endpoint.ts'
import { useAction } from '../../api/action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { UserPicker } from '../picker/user-picker.tsx'

type AssignmentProps = {
  ticket: StaffTicket
  user: Me
  onChange: (changed: StaffTicket) => void
}

/** The assignee of the ticket. An administrator can reassign it. */
export function Assignment({ ticket, user, onChange }: AssignmentProps) {
  const [choosing, setChoosing] = useState(false)
  const assigning = useAction(staffTickets.assign, {
    done: ({ assignee }) => (assignee ? `Ticket assigned to ${assignee}` : 'Ticket unassigned'),
    failed: 'Failed to assign ticket',
    failureIn: 'both',
    onDone(changed) {
      onChange(changed)
      setChoosing(false)
    },
  })
  const working = assigning.pending

  function close() {
    setChoosing(false)
    assigning.clear()
  }

  const assign = (uid: number | null) =>
    assigning.run({ params: { id: ticket.id }, body: { uid, revision: ticket.revision } })

  return (
    <div className="min-w-0">
      <p className="label">Assigned to</p>
      <p className="mt-1.5 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2">
        <span className="[overflow-wrap:anywhere]">{ticket.assignee ?? 'Unassigned'}</span>
        {may(user, staffTickets.assign) && (
          <Button size="small" onClick={() => setChoosing(true)}>
            <UserRoundPen size={15} aria-hidden="true" />
            Assign
          </Button>
        )}
      </p>
      <Dialog
        open={choosing}
        onClose={close}
        title="Assign Ticket"
        problem={assigning.error}
        actions={
          <>
            {ticket.assigned_to !== null && (
              <Button loading={working} onClick={() => assign(null)}>
                Unassign
              </Button>
            )}
            {ticket.assigned_to !== user.uid && (
              <Button look="primary" loading={working} onClick={() => assign(user.uid)}>
                Assign to me
              </Button>
            )}
          </>
        }
      >
        {choosing && <UserPicker label="Staff member" staff onPick={({ uid }) => assign(uid)} />}
      </Dialog>
    </div>
  )
}
