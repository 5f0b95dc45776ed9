import { useState } from 'react'
import { type StaffDispute, staffDisputes } from '#contract/staff-disputes.ts'
import { useAction } from '../../api/action.ts'
import { messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EvidenceTexts } from './evidence-texts.tsx'

type SubmitEvidenceProps = { dispute: StaffDispute; disabled: boolean }

/** Shows what the bank will read, and sends it for good. */
export function SubmitEvidence({ dispute, disabled }: SubmitEvidenceProps) {
  const [open, setOpen] = useState(false)
  const submit = useAction(staffDisputes.submit, {
    done: 'Evidence submitted',
    failed: 'The evidence could not be submitted',
    say: messageOf,
  })
  const { id, revision, evidence, files } = dispute
  function close() {
    submit.clear()
    setOpen(false)
  }
  return (
    <>
      <Button look="primary" disabled={disabled} onClick={() => setOpen(true)}>
        Preview and submit
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title="Submit this evidence?"
        problem={submit.error}
        className="max-w-3xl"
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button
              look="primary"
              loading={submit.pending}
              onClick={async () => {
                const input = { params: { id }, body: { revision } }
                if (await submit.run(input)) close()
              }}
            >
              Submit to the bank
            </Button>
          </>
        }
      >
        <p className="mb-6">
          <strong>This is final.</strong> A bank takes evidence once: after this nothing can be
          added or changed. It reads what stands below.
        </p>
        {/* Nothing else in it takes the focus, by which the keyboard scrolls. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls */}
        <section aria-label="Evidence" tabIndex={0}>
          <EvidenceTexts evidence={evidence} />
        </section>
        {files.length > 0 && (
          <p className="mt-6">
            <span className="label block">Files that go along</span>
            <span className="mt-1.5 block text-[0.9375rem] text-soft">{files.join(', ')}</span>
            <span className="mt-1.5 block text-[0.9375rem] text-soft">
              To leave one out, take its part, RECEIPT or TICKETS, with its heading out of the last
              text.
            </span>
          </p>
        )}
      </Dialog>
    </>
  )
}
