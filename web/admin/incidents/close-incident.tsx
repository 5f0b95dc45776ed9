import { type StaffIncident, staffIncidents } from '#contract/outages/staff-incidents.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { useEndpointForm } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { useDraftDialog } from '../../drafts.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { EffectsBox, recalculateIfOutdated, useEffectsPreview } from '../effects.tsx'
import { fromLocalTime } from '../local-time.ts'
import { incidentSentences } from './incident-effects.ts'

const formName = ({ id }: StaffIncident) => `incident ${id} close`

type Fields = { text: string; ended_at: string }

type CloseProps = { uid: number; incident: StaffIncident }

export function CloseIncident(props: CloseProps) {
  const [open, setOpen] = useDraftDialog(props.uid, formName(props.incident))
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {props.incident.state === 'planned' ? 'Cancel Maintenance' : 'Close Incident'}
      </Button>
      {open && <CloseDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function CloseDialog({ uid, incident, onClose }: CloseProps & { onClose: () => void }) {
  const { id, state } = incident
  const planned = state === 'planned'
  const params = { id: String(id) }
  const form = useEndpointForm<typeof staffIncidents.close, Fields>(staffIncidents.close, {
    initial: { text: '', ended_at: '' },
    toInput: ({ text, ended_at }): Input<typeof staffIncidents.close> => ({
      params,
      body: {
        text,
        ended_at: fromLocalTime(ended_at),
        ...(tried.current && { seen: tried.answer!.seen }),
      },
    }),
    about: { incident_end_first: 'ended_at', incident_end_later: 'ended_at' },
    done: planned ? 'Maintenance canceled' : 'Incident closed',
    failed: planned ? 'Failed to cancel the maintenance' : 'Failed to close the incident',
    say: recalculateIfOutdated(() => {
      tried.again()
    }),
    draft: { uid, form: formName(incident) },
    onDone: onClose,
  })
  const query = { ended_at: fromLocalTime(form.values.ended_at) ?? undefined }
  const tried = useEffectsPreview(staffIncidents.effects, planned ? null : { params, query })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={planned ? 'Cancel Maintenance' : 'Close Incident'}
      submit={planned ? 'Cancel Maintenance' : 'Close Incident'}
      disabled={tried.asking}
      cancel="Not yet"
    >
      {!planned && (
        <p className="text-soft">
          Its modules become operational, unless another incident affects them.
        </p>
      )}
      <TextArea
        label="Last update"
        rows={3}
        hint="Shown on the status page and emailed to its subscribers."
        {...form.input('text')}
      />
      {!planned && (
        <>
          <TextField
            label="Ended at"
            type="datetime-local"
            hint="Leave empty to use the current time."
            {...form.input('ended_at')}
          />
          <EffectsBox
            tried={tried}
            toSentences={(effects) => incidentSentences(effects, !form.values.ended_at)}
          />
        </>
      )}
    </FormDialog>
  )
}
