import { Trash2 } from 'lucide-react'
import { type Evidence, staffEvidence } from '#contract/licensing/staff-evidence.ts'
import { useEndpointForm } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { useDraftDialog } from '../../drafts.ts'
import { IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

const formName = ({ id }: Evidence) => `evidence ${id}`

type RemoveEvidenceProps = { uid: number; evidence: Evidence }

/** Deletes an evidence file, with a reason. */
export function RemoveEvidence(props: RemoveEvidenceProps) {
  const [open, setOpen] = useDraftDialog(props.uid, formName(props.evidence))
  return (
    <>
      <IconButton
        label={`Delete ${props.evidence.file_name}`}
        icon={<Trash2 size={17} />}
        size="small"
        onClick={() => setOpen(true)}
      />
      {open && <RemoveDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function RemoveDialog({ uid, evidence, onClose }: RemoveEvidenceProps & { onClose: () => void }) {
  const { id, file_name } = evidence
  const form = useEndpointForm(staffEvidence.remove, {
    initial: { reason: '' },
    toInput: (body) => ({ params: { id }, body }),
    done: 'File deleted',
    failed: 'Failed to delete the file',
    draft: { uid, form: formName(evidence) },
    reload: 'always',
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Delete this file?"
      submit="Delete"
      look="danger"
    >
      <p className="text-soft [overflow-wrap:anywhere]">
        <bdi>{file_name}</bdi> is deleted permanently. Its entry stays in the list, with the result
        of the trace and your reason.
      </p>
      <TextField label="Reason" required maxLength={500} {...form.input('reason')} />
    </FormDialog>
  )
}
