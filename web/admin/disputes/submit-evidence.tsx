import type { Me } from '#contract/platform/sessions.ts'
import { type StaffDispute, staffDisputes } from '#contract/selling/staff-disputes.ts'
import { longestReason } from '#contract/wire/reasons.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { useRecordForm } from '../../api/record-form.ts'
import { useDraftDialog } from '../../drafts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { EvidenceTexts } from './evidence-texts.tsx'
import { answerTold } from './standing.ts'

type SubmitEvidenceProps = { dispute: StaffDispute; me: Me; disabled: boolean }

const formName = ({ id }: StaffDispute) => `submit-dispute ${id}`

/** Shows the evidence and submits it to the bank, which cannot be undone. */
export function SubmitEvidence({ disabled, ...asked }: SubmitEvidenceProps) {
  const [open, setOpen] = useDraftDialog(asked.me.uid, formName(asked.dispute))
  return (
    <>
      <Button look="primary" disabled={disabled} onClick={() => setOpen(true)}>
        Preview and submit
      </Button>
      {open && <SubmitDialog {...asked} onClose={() => setOpen(false)} />}
    </>
  )
}

type SubmitDialogProps = Omit<SubmitEvidenceProps, 'disabled'> & { onClose: () => void }

function SubmitDialog({ dispute, me, onClose }: SubmitDialogProps) {
  const { id, revision, evidence, files } = dispute
  const form = useRecordForm(staffDisputes.submit, {
    initial: { reason: '' },
    toInput: ({ reason }) => ({ params: { id }, body: { revision, reason } }),
    done: answerTold('Evidence submitted'),
    failed: 'Failed to submit the evidence',
    draft: { uid: me.uid, form: formName(dispute) },
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Submit this evidence?"
      submit="Submit to the bank"
      className="max-w-3xl"
    >
      <p>
        <strong>This is final.</strong> Banks accept evidence only once, so you can’t add or change
        anything afterwards. The bank receives the texts and files below.
      </p>
      <TextField
        label="Reason"
        hint="Visible to staff only, in the log. It is not sent to the bank."
        autoComplete="off"
        maxLength={longestReason}
        {...form.input('reason')}
      />
      {/* Focusable, so that it can be scrolled with the keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls */}
      <section aria-label="Evidence" tabIndex={0}>
        <EvidenceTexts evidence={evidence} />
      </section>
      {files.length > 0 && (
        <p>
          <span className="label block">Attached files</span>
          <span className="mt-1.5 block text-[0.9375rem] text-soft">{files.join(', ')}</span>
          <span className="mt-1.5 block text-[0.9375rem] text-soft">
            To leave out a file, remove its section (RECEIPT or TICKETS) and the heading from the
            last text.
          </span>
        </p>
      )}
    </FormDialog>
  )
}
