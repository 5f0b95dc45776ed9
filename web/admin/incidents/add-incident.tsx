import { Siren } from 'lucide-react'
import { useNavigate } from 'react-router'
import { staffIncidents } from '#contract/outages/staff-incidents.ts'
import type { StaffModule } from '#contract/outages/staff-status.ts'
import type { ServiceStatus } from '#contract/outages/status.ts'
import { useAttemptId } from '../../api/attempt-id.ts'
import { useEndpointForm } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { useDraftDialog } from '../../drafts.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { fromLocalTime } from '../local-time.ts'
import { states } from '../status/states.ts'
import { Choices } from './choices.tsx'

type AddIncidentProps = { uid: number; modules: readonly StaffModule[] }

const formName = 'new incident'
const blank = {
  title: '',
  repos: [] as string[],
  status: 'maintenance' as ServiceStatus,
  text: '',
  starts_at: '',
  planned_end: '',
}

const options = states.map((each) =>
  each.value === 'operational' ? { ...each, label: 'Operational (no change)' } : each,
)

export function AddIncident({ uid, modules }: AddIncidentProps) {
  const [open, setOpen] = useDraftDialog(uid, formName)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Siren size={18} aria-hidden="true" />
        Open Incident
      </Button>
      {open && <IncidentDialog uid={uid} modules={modules} onClose={() => setOpen(false)} />}
    </>
  )
}

function IncidentDialog({ uid, modules, onClose }: AddIncidentProps & { onClose: () => void }) {
  const navigate = useNavigate()
  const idOf = useAttemptId()
  const form = useEndpointForm(staffIncidents.add, {
    initial: blank,
    toInput({ starts_at, planned_end, ...typed }) {
      const body = {
        ...typed,
        starts_at: fromLocalTime(starts_at),
        planned_end: fromLocalTime(planned_end),
      }
      return { body: { ...body, ...idOf(JSON.stringify(body)) } }
    },
    about: {
      incident_too_old: 'starts_at',
      incident_too_far: 'starts_at',
      incident_end_first: 'planned_end',
      incident_end_past: 'planned_end',
    },
    done: ({ state }) => (state === 'planned' ? 'Maintenance planned' : 'Incident opened'),
    failed: 'Failed to open the incident',
    draft: { uid, form: formName },
    onDone: ({ id }) => navigate(`/admin/status/${id}`),
  })
  return (
    <FormDialog form={form} onClose={onClose} title="Open Incident" submit="Open Incident">
      <TextField label="Title" maxLength={120} autoComplete="off" {...form.input('title')} />
      <Choices
        legend="Modules"
        options={modules.map(({ repo }) => ({ value: repo, label: repo }))}
        {...form.control('repos')}
      />
      <Select
        label="Status of the modules"
        hint="Applies when the incident starts. When you close the incident, the modules are operational again."
        options={options}
        {...form.input('status')}
      />
      <TextArea
        label="Description"
        hint="Shown on the status page and emailed to its subscribers."
        {...form.input('text')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Starts"
          type="datetime-local"
          hint="Leave empty to start now. A future time plans maintenance."
          {...form.input('starts_at')}
        />
        <TextField
          label="Planned until"
          type="datetime-local"
          hint="The incident ends when you close it."
          {...form.input('planned_end')}
        />
      </div>
    </FormDialog>
  )
}
