import { Plus } from 'lucide-react'
import {
  infractions,
  type StaffInfraction,
  staffInfractions,
} from '#contract/licensing/infractions.ts'
import type { User } from '#contract/people/staff-users.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { ActionDialog } from '../action-dialog.tsx'

type Fields = { type: StaffInfraction | ''; reason: string }

/** Records an infraction that staff have seen. */
export function RecordInfraction({ user: { uid, username } }: { user: User }) {
  return (
    <ActionDialog<typeof infractions.add, Fields>
      call={infractions.add}
      draft={`infraction ${uid}`}
      initial={{ type: '', reason: '' }}
      toInput={({ type, reason }) => ({
        params: { uid },
        body: { type: type as StaffInfraction, reason },
      })}
      button={(open) => (
        <Button size="small" onClick={open}>
          <Plus size={16} aria-hidden="true" />
          Record Infraction
        </Button>
      )}
      title="Record an infraction"
      submit="Record Infraction"
      done={({ infraction_count: count }) =>
        isolated`Infraction recorded. ${username} now has ${String(count)}.`
      }
      failed="Failed to record the infraction"
    >
      {(form) => (
        <>
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
        </>
      )}
    </ActionDialog>
  )
}
