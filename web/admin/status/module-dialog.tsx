import * as z from 'zod'
import { type StaffModule, staffStatus } from '#contract/outages/staff-status.ts'
import { moduleName, moduleReport } from '#contract/outages/status.ts'
import { api } from '../../api/client.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { differing } from '../../api/rebase.ts'
import { useRecordForm } from '../../api/record-form.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { states } from './states.ts'

/** The name under which unsaved changes are stored when the session ends. */
export const draftOf = (module?: StaffModule) => (module ? `module ${module.repo}` : 'new module')

type ModuleDialogProps = {
  uid: number
  /** The module to edit. Left out, the dialog adds one. A module's name cannot be changed. */
  module?: StaffModule
  onClose: () => void
}

const schema = moduleReport.extend({ repo: moduleName, revision: z.number() })
const blank = { repo: '', version: '', status: 'operational' as const, revision: 0 }

/** Edits a module's version and status, and the name of a new one. Mount it to open it. */
export function ModuleDialog({ uid, module, onClose }: ModuleDialogProps) {
  const { repo, version, status, revision } = module ?? blank
  const form = useRecordForm(staffStatus.add, {
    initial: { repo, version, status, revision },
    schema,
    // A pipeline may have reported a new status since, so send only the edited fields.
    send: ({ revision, ...typed }, base) =>
      module
        ? api(staffStatus.change, {
            params: { repo },
            body: { revision, ...differing({ ...base, revision }, { ...typed, revision }) },
          })
        : api(staffStatus.add, { body: typed }),
    done: (saved) => `${saved.repo} ${module ? 'updated' : 'added to the status page'}`,
    failed: module ? 'Failed to update module' : 'Failed to add module',
    draft: { uid, form: draftOf(module) },
    onDone: onClose,
  })

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={module ? `Edit ${repo}` : 'Add Module'}
      submit={module ? 'Save Changes' : 'Add Module'}
    >
      {!module && (
        <TextField
          label="Name"
          required
          maxLength={100}
          autoComplete="off"
          hint="Shown on the status page. Enter a name, or owner/name."
          {...form.input('repo')}
        />
      )}
      <TextField
        label="Version"
        required
        maxLength={60}
        autoComplete="off"
        {...form.input('version')}
      />
      <Select label="Status" options={states} {...form.input('status')} />
    </FormDialog>
  )
}
