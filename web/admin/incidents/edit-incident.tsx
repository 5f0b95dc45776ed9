import { Pencil } from 'lucide-react'
import * as z from 'zod'
import { type StaffIncident, staffIncidents } from '#contract/outages/staff-incidents.ts'
import { api } from '../../api/client.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { differing } from '../../api/rebase.ts'
import { useRecordForm } from '../../api/record-form.ts'
import { useDraftDialog } from '../../drafts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { EffectsBox, recalculateIfOutdated, useEffectsPreview } from '../effects.tsx'
import { fromLocalTime, toLocalTime } from '../local-time.ts'
import { Choices } from './choices.tsx'
import { givesTime, incidentSentences } from './incident-effects.ts'

type EditProps = { uid: number; incident: StaffIncident; modules: readonly string[] }

const formName = ({ id }: StaffIncident) => `incident ${id} edit`

const { title, repos } = staffIncidents.change.body.shape
const schemaOf = (state: StaffIncident['state']) =>
  z.object({
    title: title.unwrap(),
    repos: repos.unwrap(),
    starts_at: z.string().min(1, 'Enter a start time'),
    planned_end: z.string(),
    ended_at: state === 'closed' ? z.string().min(1, 'Enter an end time') : z.string(),
    revision: z.number(),
  })
type Fields = z.input<ReturnType<typeof schemaOf>>

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
  const { id, title, repos, state, starts_at, planned_end, ended_at, revision } = incident
  const params = { id: String(id) }
  const initial: Fields = {
    title,
    repos,
    starts_at: toLocalTime(starts_at),
    planned_end: planned_end ? toLocalTime(planned_end) : '',
    ended_at: ended_at ? toLocalTime(ended_at) : '',
    revision,
  }
  const form = useRecordForm<typeof staffIncidents.change, Fields>(staffIncidents.change, {
    initial,
    schema: schemaOf(state),
    send: (typed, base) => {
      const seen = tried.current ? { seen: tried.answer!.seen } : {}
      return api(staffIncidents.change, { params, body: { ...changesOf(typed, base), ...seen } })
    },
    say: recalculateIfOutdated(() => {
      tried.again()
    }),
    about: {
      unknown_module: 'repos',
      incident_begun: 'starts_at',
      incident_too_old: 'starts_at',
      incident_too_far: 'starts_at',
      incident_end_first: state === 'closed' ? 'ended_at' : 'planned_end',
      incident_end_later: 'ended_at',
      incident_long_over: 'ended_at',
    },
    done: 'Incident updated',
    failed: 'Failed to update the incident',
    draft: { uid, form: formName(incident) },
    onDone: onClose,
  })
  const { repos: named, starts_at: began, ended_at: over } = form.values
  const body = changesOf({ ...initial, repos: named, starts_at: began, ended_at: over }, initial)
  // Planned maintenance gives no compensation, and neither does a change of the title.
  const gives = state !== 'planned' && Object.keys(body).length > 1
  const tried = useEffectsPreview(staffIncidents.changeEffects, gives ? { params, body } : null)
  // The incident's own modules come first, so that they are in view on a phone.
  const known = [...new Set([...repos, ...modules])]
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Edit Incident"
      submit="Save Changes"
      disabled={tried.asking}
    >
      <p className="text-soft">{effects[incident.batch_confirmed ? 'credited' : state]}</p>
      <TextField label="Title" maxLength={120} autoComplete="off" {...form.input('title')} />
      <Choices
        legend="Modules"
        options={known.map((repo) => ({ value: repo, label: repo }))}
        {...form.control('repos')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={state === 'planned' ? 'Starts' : 'Started'}
          type="datetime-local"
          {...form.input('starts_at')}
        />
        {state === 'closed' ? (
          <TextField label="Ended" type="datetime-local" {...form.input('ended_at')} />
        ) : (
          <TextField
            label="Planned until"
            type="datetime-local"
            hint="The incident ends when you close it."
            {...form.input('planned_end')}
          />
        )}
      </div>
      {(tried.error || tried.asking || (tried.answer && givesTime(tried.answer))) && (
        <EffectsBox
          tried={tried}
          toSentences={(answer) => incidentSentences(answer, state === 'open')}
        />
      )}
    </FormDialog>
  )
}

/** Returns the changed fields, as the endpoint expects them. */
function changesOf({ revision, ...typed }: Fields, base: Fields) {
  const changed = differing({ ...base, revision }, { ...typed, revision })
  return {
    ...(changed.title !== undefined && { title: changed.title }),
    ...(changed.repos && { repos: changed.repos }),
    ...(changed.starts_at && { starts_at: fromLocalTime(changed.starts_at)! }),
    ...(changed.planned_end !== undefined && {
      planned_end: fromLocalTime(changed.planned_end),
    }),
    ...(changed.ended_at && { ended_at: fromLocalTime(changed.ended_at)! }),
    revision,
  }
}

const effects: Record<StaffIncident['state'] | 'credited', string> = {
  planned:
    'Changes appear on the status page immediately. No email is sent: publish an update to notify subscribers.',
  open: 'Added modules take the status of the incident, and removed modules become operational. No email is sent: publish an update to notify subscribers.',
  closed:
    'The recorded statuses of the modules do not change. If you change the modules or times, the compensation must be previewed again. Compensation already applied stays.',
  cancelled: '',
  credited:
    'The compensation for this incident is already confirmed. Changes here do not affect it.',
}
