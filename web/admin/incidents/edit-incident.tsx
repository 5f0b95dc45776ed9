import { Pencil } from 'lucide-react'
import * as z from 'zod'
import { type StaffIncident, staffIncidents } from '#contract/staff-incidents.ts'
import { staffStatus } from '#contract/staff-status.ts'
import { api } from '../../api/client.ts'
import { useEndpointForm } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { differing } from '../../api/rebase.ts'
import { useDraftDialog } from '../../drafts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { fromLocalTime, toLocalTime } from '../local-time.ts'
import { Choices } from './choices.tsx'

type EditProps = { uid: number; incident: StaffIncident; modules: readonly string[] }

const formName = ({ id }: StaffIncident) => `incident ${id} edit`
const { title, repos } = staffIncidents.change.body.shape
const schema = z.object({
  title: title.unwrap(),
  repos: repos.unwrap(),
  starts_at: z.string().min(1, 'Enter when it begins'),
  planned_end: z.string(),
  revision: z.number(),
})

export function EditIncident(props: EditProps) {
  const [open, setOpen] = useDraftDialog(props.uid, formName(props.incident))
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Pencil size={17} aria-hidden="true" />
        Edit
      </Button>
      {open && <EditDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function EditDialog({ uid, incident, modules, onClose }: EditProps & { onClose: () => void }) {
  const { id, title, repos, state, starts_at, planned_end, revision } = incident
  const form = useEndpointForm(staffIncidents.change, {
    initial: {
      title,
      repos,
      starts_at: toLocalTime(starts_at),
      planned_end: planned_end ? toLocalTime(planned_end) : '',
      revision,
    },
    schema,
    send: ({ revision, ...typed }, base) => {
      const changed = differing({ ...base, revision }, { ...typed, revision })
      return api(staffIncidents.change, {
        params: { id: String(id) },
        body: {
          ...(changed.title !== undefined && { title: changed.title }),
          ...(changed.repos && { repos: changed.repos }),
          ...(changed.starts_at && { starts_at: fromLocalTime(changed.starts_at)! }),
          ...(changed.planned_end !== undefined && {
            planned_end: fromLocalTime(changed.planned_end),
          }),
          revision,
        },
      })
    },
    about: {
      unknown_module: 'repos',
      incident_begun: 'starts_at',
      incident_too_old: 'starts_at',
      incident_too_far: 'starts_at',
      incident_end_first: 'planned_end',
    },
    done: 'Incident changed',
    failed: 'Failed to change the incident',
    draft: { uid, form: formName(incident) },
    onDone: onClose,
  })
  // Its own first: they are in view on a phone, too.
  const known = [...new Set([...repos, ...modules])]
  return (
    <FormDialog form={form} onClose={onClose} title="Edit Incident" submit="Save Changes">
      <p className="text-soft">{effects[incident.batch_confirmed ? 'credited' : state]}</p>
      <TextField label="Title" maxLength={120} autoComplete="off" {...form.input('title')} />
      <Choices
        legend="Modules"
        options={known.map((repo) => ({ value: repo, label: repo }))}
        {...form.control('repos')}
      />
      {state !== 'closed' && (
        <div className="grid gap-5 sm:grid-cols-2">
          {state === 'planned' && (
            <TextField label="Begins" type="datetime-local" {...form.input('starts_at')} />
          )}
          <TextField
            label="Planned until"
            type="datetime-local"
            hint="It ends when you close it."
            {...form.input('planned_end')}
          />
        </div>
      )}
    </FormDialog>
  )
}

const effects: Record<StaffIncident['state'] | 'credited', string> = {
  planned: 'The status page shows it at once. Nobody is mailed: publish an update for that.',
  open: 'A module that you add takes the state of the incident, one that you take out is operational again. Nobody is mailed: publish an update for that.',
  closed:
    'What its modules were stays as it was. Where you change them, who gets what is to be found out anew.',
  cancelled: '',
  credited:
    'The credit of its time is confirmed already and stays as it is, whatever you change here.',
}

/** The names of all modules, at most 500. */
export async function moduleNames(): Promise<string[]> {
  const all: string[] = []
  for (let page = 0; page < 5; page++) {
    const { modules, total } = await api(staffStatus.list, { query: { page, limit: 100 } })
    all.push(...modules.map(({ repo }) => repo))
    if (modules.length === 0 || all.length >= total) break
  }
  return all
}
