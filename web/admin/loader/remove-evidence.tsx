import { Trash2 } from 'lucide-react'
import { type Evidence, staffEvidence } from '#contract/licensing/staff-evidence.ts'
import { IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ActionDialog } from '../action-dialog.tsx'

/** Deletes an evidence file, with a reason. */
export function RemoveEvidence({ evidence: { id, file_name } }: { evidence: Evidence }) {
  return (
    <ActionDialog
      call={staffEvidence.remove}
      draft={`evidence ${id}`}
      initial={{ reason: '' }}
      toInput={(body) => ({ params: { id }, body })}
      button={(open) => (
        <IconButton
          label={`Delete ${file_name}`}
          icon={<Trash2 size={17} />}
          size="small"
          onClick={open}
        />
      )}
      title="Delete this file?"
      submit="Delete"
      look="danger"
      done="File deleted"
      failed="Failed to delete the file"
      reload="always"
    >
      {(form) => (
        <>
          <p className="text-soft [overflow-wrap:anywhere]">
            <bdi>{file_name}</bdi> is deleted permanently. Its entry stays in the list, with the
            result of the trace and your reason.
          </p>
          <TextField label="Reason" required maxLength={500} {...form.input('reason')} />
        </>
      )}
    </ActionDialog>
  )
}
