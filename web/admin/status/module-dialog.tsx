import { useState } from 'react'
import type { ServiceStatus } from '#contract/status.ts'
import { useAction } from '../../api/action.ts'
import { isSame } from '../../api/rebase.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { readUnsent, useUnsent } from '../unsent.ts'
import { states } from './states.ts'

export type ModuleFields = { repo: string; version: string; status: ServiceStatus }

type ModuleDialogProps = {
  uid: number
  /** Under which what was typed is kept when the session ends. */
  form: string
  title: string
  initial: ModuleFields
  /** The name is set once, when a module is added. */
  named: boolean
  confirm: string
  failed: string
  /** Throws an ApiError. */
  save: (fields: ModuleFields) => Promise<void>
  onClose: () => void
}

/** A module's version and state, and the name of a new one. Mount it to open it. */
export function ModuleDialog(props: ModuleDialogProps) {
  const { uid, form, title, initial, named, confirm, failed, save, onClose } = props
  const [fields, setFields] = useState(() => readUnsent<ModuleFields>(uid, form) ?? initial)
  const { done, close } = useUnsent({
    uid,
    form,
    dirty: !isSame(initial, fields),
    typed: () => fields,
  })
  const leave = () => close(onClose)

  const saving = useAction(save, {
    failed,
    reload: 'never',
    onDone() {
      done()
      onClose()
    },
  })
  const problems = saving.fields
  const submit = () => saving.run(fields)

  return (
    <Dialog
      open
      onClose={leave}
      title={title}
      problem={Object.keys(problems).length > 0 ? undefined : saving.error}
      actions={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button look="primary" loading={saving.pending} onClick={submit}>
            {confirm}
          </Button>
        </>
      }
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {!named && (
          <TextField
            label="Name"
            required
            maxLength={100}
            autoComplete="off"
            hint="As the status page shows it: a name, or owner and name with a slash between."
            value={fields.repo}
            error={problems.repo}
            onChange={({ target }) => setFields({ ...fields, repo: target.value.trim() })}
          />
        )}
        <TextField
          label="Version"
          required
          maxLength={60}
          autoComplete="off"
          value={fields.version}
          error={problems.version}
          onChange={({ target }) => setFields({ ...fields, version: target.value })}
        />
        <Select
          label="State"
          options={states}
          value={fields.status}
          onChange={({ target }) => setFields({ ...fields, status: target.value as ServiceStatus })}
        />
        <input type="submit" hidden />
      </form>
    </Dialog>
  )
}
