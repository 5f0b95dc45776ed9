import { UserRoundPen } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { may } from '#contract/endpoint.ts'
import type { Me } from '#contract/sessions.ts'
import { type StaffTicket, staffTickets } from '#contract/staff-tickets.ts'
import { api } from '../../api/client.ts'
import { failureOf, isSessionOver } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { UserPicker } from '../picker/user-picker.tsx'

const failed = 'Failed to assign ticket'

type AssignmentProps = {
  ticket: StaffTicket
  user: Me
  onChange: (changed: StaffTicket) => void
}

/** Whose ticket it is; an admin can give it to somebody else. */
export function Assignment({ ticket, user, onChange }: AssignmentProps) {
  const [choosing, setChoosing] = useState(false)
  const [working, setWorking] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { revalidate } = useRevalidator()

  function close() {
    setChoosing(false)
    setRefusal(null)
  }

  async function assign(uid: number | null) {
    setWorking(true)
    setRefusal(null)
    try {
      const params = { id: String(ticket.id) }
      const changed = await api(staffTickets.assign, { params, body: { uid } })
      onChange(changed)
      setChoosing(false)
      toast.success(
        changed.assignee ? `Ticket assigned to ${changed.assignee}` : 'Ticket taken back',
      )
      revalidate()
    } catch (error) {
      if (isSessionOver(error)) return
      toast.error(failed)
      setRefusal(failureOf(error, failed))
    } finally {
      setWorking(false)
    }
  }

  return (
    <div className="min-w-0">
      <p className="label">Assigned to</p>
      <p className="mt-1.5 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2">
        <span className="[overflow-wrap:anywhere]">{ticket.assignee ?? 'Nobody'}</span>
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
        problem={refusal}
        actions={
          <>
            {ticket.assigned_to !== null && (
              <Button loading={working} onClick={() => assign(null)}>
                Take back
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
        {choosing && <UserPicker label="Member of staff" staff onPick={({ uid }) => assign(uid)} />}
      </Dialog>
    </div>
  )
}
