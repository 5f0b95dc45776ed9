import { useState } from 'react'
import type { ServiceStatus } from '#contract/status.ts'
import { ApiError, failureOf, isSessionOver } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { isSame } from '../rebase.ts'
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
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({})
  const [error, setError] = useState<string>()
  const [saving, setSaving] = useState(false)
  const { done, close } = useUnsent({
    uid,
    form,
    dirty: !isSame(initial, fields),
    typed: () => fields,
  })
  const leave = () => close(onClose)

  async function submit() {
    setSaving(true)
    setError(undefined)
    setProblems({})
    try {
      await save(fields)
      done()
      onClose()
    } catch (failure) {
      if (isSessionOver(failure)) return
      const faults = failure instanceof ApiError ? failure.fields : {}
      setProblems(faults)
      if (Object.keys(faults).length === 0) setError(failureOf(failure, failed))
    } finally {
      setSaving(false)
    }
  }

  return (
    <Dialog
      open
      onClose={leave}
      title={title}
      problem={error}
      actions={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button look="primary" loading={saving} onClick={submit}>
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
