import type { Me } from '#contract/platform/sessions.ts'
import {
  evidenceFields,
  isNeededFor,
  lengthOf,
  mostOfAllEvidence,
} from '#contract/selling/dispute-evidence.ts'
import { type StaffDispute, staffDisputes } from '#contract/selling/staff-disputes.ts'
import { useRecordForm } from '../../api/record-form.ts'
import { formatCount } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { DisclosureSummary } from '../../ui/disclosure-summary.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { AcceptDispute } from './accept-dispute.tsx'
import { SubmitEvidence } from './submit-evidence.tsx'

function fieldsOf({ evidence, revision }: StaffDispute) {
  const texts = evidenceFields.map(({ name }) => [name, evidence[name] ?? ''])
  return { ...(Object.fromEntries(texts) as Record<Name, string>), revision }
}

type Field = (typeof evidenceFields)[number]
type Name = Field['name']

/** The texts for the bank, editable until the evidence is submitted or the dispute is accepted. */
export function EvidenceForm({ dispute, user }: { dispute: StaffDispute; user: Me }) {
  const form = useRecordForm(staffDisputes.change, {
    initial: fieldsOf(dispute),
    toInput: (fields) => ({ params: { id: dispute.id }, body: fields }),
    done: 'Evidence saved',
    failed: 'Failed to save the evidence',
    draft: { uid: user.uid, form: `dispute ${dispute.id}` },
  })
  const { revision: _, ...texts } = form.values
  const length = lengthOf(texts)
  const isShown = (field: Field) =>
    isNeededFor(dispute.reason, field) || Boolean(dispute.evidence[field.name])
  const needed = evidenceFields.filter(isShown)
  const others = evidenceFields.filter((field) => !isShown(field))
  const input = (field: Field) =>
    'rows' in field ? (
      <TextArea
        key={field.name}
        label={field.label}
        // A field without collected evidence is small until someone fills it in.
        rows={dispute.evidence[field.name] ? field.rows : 2}
        {...form.input(field.name)}
      />
    ) : (
      <TextField
        key={field.name}
        label={field.label}
        className="max-w-xl"
        {...form.input(field.name)}
      />
    )
  return (
    <div className="grid gap-5">
      <form {...form.attributes} className="grid gap-5">
        {needed.map(input)}
        {others.length > 0 && (
          <details open={others.some(({ name }) => form.values[name] !== '')}>
            <DisclosureSummary className="w-fit py-1 text-soft text-sm hover:text-ink">
              Fields for other reasons ({others.length})
            </DisclosureSummary>
            <div className="mt-4 grid gap-5">{others.map(input)}</div>
          </details>
        )}
        <p
          className={
            length > mostOfAllEvidence ? 'text-danger text-sm' : 'text-faint text-sm tabular-nums'
          }
        >
          {formatCount(length)} of {formatCount(mostOfAllEvidence)} characters
        </p>
        <p className="text-faint text-sm">
          The receipt and the customer’s tickets go with it as PDFs.
        </p>
        {form.error && <ErrorBox>{form.error}</ErrorBox>}
      </form>
      {/* Outside of the form, because the dialogs contain forms of their own. */}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" form={form.id} loading={form.pending} disabled={!form.dirty}>
          Save
        </Button>
        <SubmitEvidence dispute={dispute} me={user} disabled={form.dirty || length === 0} />
        <AcceptDispute dispute={dispute} />
        <p role="status" className="text-faint text-sm">
          {form.dirty && 'You have unsaved changes.'}
        </p>
      </div>
    </div>
  )
}
