import { useState } from 'react'
import { type StaffIncident, staffIncidents } from '#contract/staff-incidents.ts'
import { useEndpointForm } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { fromLocalTime } from '../local-time.ts'

type CloseProps = { uid: number; incident: StaffIncident }

export function CloseIncident(props: CloseProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {props.incident.state === 'planned' ? 'Call Off' : 'Close Incident'}
      </Button>
      {open && <CloseDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function CloseDialog({ uid, incident, onClose }: CloseProps & { onClose: () => void }) {
  const { id, state } = incident
  const planned = state === 'planned'
  const form = useEndpointForm(staffIncidents.close, {
    initial: { text: '', ended_at: '' },
    toInput: ({ text, ended_at }) => ({
      params: { id: String(id) },
      body: { text, ended_at: fromLocalTime(ended_at) },
    }),
    about: { incident_end_first: 'ended_at', incident_end_later: 'ended_at' },
    done: planned ? 'Window called off' : 'Incident closed',
    failed: 'Failed to close the incident',
    draft: { uid, form: `incident ${id} close` },
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={planned ? 'Call Off' : 'Close Incident'}
      submit={planned ? 'Call Off' : 'Close Incident'}
      cancel="Not yet"
    >
      {!planned && (
        <p className="text-soft">
          Its modules are operational again, unless another incident is about them. Where the time
          of a product stands still, it goes on, and everybody who has it gets what stood still at
          once. Where it is to be credited afterwards, a draft of the batch is made.
        </p>
      )}
      <TextArea
        label="Last update"
        hint="On the status page, and mailed to those who follow it."
        {...form.input('text')}
      />
      {!planned && (
        <TextField
          label="It was over at"
          type="datetime-local"
          hint="Now, if left empty."
          {...form.input('ended_at')}
        />
      )}
    </FormDialog>
  )
}
