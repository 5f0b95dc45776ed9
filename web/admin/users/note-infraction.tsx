import { Plus } from 'lucide-react'
import {
  infractions,
  type StaffInfraction,
  staffInfractions,
} from '#contract/licensing/infractions.ts'
import type { User } from '#contract/people/staff-users.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { useEndpointForm } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { useDraftDialog } from '../../drafts.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-field.tsx'

const draftOf = ({ uid }: User) => `infraction ${uid}`

/** Records an infraction that staff have seen. */
export function NoteInfraction({ user, me }: { user: User; me: Me }) {
  const [open, setOpen] = useDraftDialog(me.uid, draftOf(user))
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <Plus size={16} aria-hidden="true" />
        Note Infraction
      </Button>
      {open && <NoteDialog user={user} me={me} onClose={() => setOpen(false)} />}
    </>
  )
}

type Fields = { type: StaffInfraction | ''; reason: string }

type NoteDialogProps = { user: User; me: Me; onClose: () => void }

function NoteDialog({ user, me, onClose }: NoteDialogProps) {
  const form = useEndpointForm<typeof infractions.add, Fields>(infractions.add, {
    initial: { type: '', reason: '' },
    toInput: ({ type, reason }) => ({
      params: { uid: user.uid },
      body: { type: type as StaffInfraction, reason },
    }),
    done: ({ infraction_count: count }) =>
      isolated`Infraction noted. ${user.username} has ${String(count)} now.`,
    failed: 'Failed to note the infraction',
    draft: { uid: me.uid, form: draftOf(user) },
    onDone: onClose,
  })
  return (
    <FormDialog form={form} onClose={onClose} title="Note an infraction" submit="Note it">
      <p className="text-soft">
        Counts like an infraction reported by the loader. At the number in the settings, play is
        suspended until the count is reset.
      </p>
      <Select
        label="Kind"
        options={[
          { value: '', label: 'Select a kind' },
          ...staffInfractions.map(({ type, label }) => ({ value: type, label })),
        ]}
        {...form.input('type')}
      />
      <TextArea label="What happened" rows={3} maxLength={500} {...form.input('reason')} />
    </FormDialog>
  )
}
