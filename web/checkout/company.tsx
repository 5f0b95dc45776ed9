import { useEffect, useState } from 'react'
import { type Company, taxes } from '#contract/platform/taxes.ts'
import { useAction } from '../api/action.ts'
import { messageOf } from '../api/error.ts'
import { useRecordForm } from '../api/record-form.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { ErrorBox } from '../ui/notice.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'

export type CompanyState = 'saved' | 'saving' | 'open'

type CompanyChoiceProps = {
  uid: number
  /** The company that the customer buys for, as stored on the server. */
  company: Company | null
  onSaved: () => void
  /**
   * Reports whether the fields match the company on the order, are about to be saved, or need to be
   * saved by the customer.
   */
  onState: (state: CompanyState) => void
}

/** Asks whether the customer buys for a company, and for which one. */
export function CompanyChoice({ uid, company, onSaved, onState }: CompanyChoiceProps) {
  const [ticked, setTicked] = useState(company !== null)
  const [editing, setEditing] = useState(false)
  const removal = useAction(taxes.removeCompany, {
    failed: 'The company could not be removed. Please try again.',
    say: messageOf,
    reload: 'never',
    onDone: onSaved,
  })
  const removing = !ticked && company !== null && removal.error === undefined
  const shown = ticked === (company !== null) && !editing
  const state = removing ? 'saving' : shown ? 'saved' : 'open'
  useEffect(() => onState(state), [state, onState])

  return (
    <div className="mt-5 grid gap-4">
      <Checkbox
        label="I am buying for a company"
        checked={ticked}
        disabled={removal.pending}
        onChange={({ target }) => {
          setTicked(target.checked)
          setEditing(false)
          if (!target.checked && company) void removal.run()
        }}
      />
      {removal.error !== undefined && (
        <ErrorBox onRetry={() => void removal.run()}>{removal.error}</ErrorBox>
      )}
      {ticked && company && !editing && (
        <Kept company={company} onChange={() => setEditing(true)} />
      )}
      {ticked && (!company || editing) && (
        <CompanyForm
          uid={uid}
          company={company}
          onDone={() => {
            setEditing(false)
            onSaved()
          }}
          {...(company && { onCancel: () => setEditing(false) })}
        />
      )}
    </div>
  )
}

const outcomes: Record<Company['tax'], { label: string; tone: Tone; says: string }> = {
  reverse_charge: {
    label: 'No tax: reverse charge',
    tone: 'success',
    says: 'VIES, the EU’s VAT register, has confirmed the VAT ID. Your company accounts for the VAT. The price stays the same.',
  },
  waiting: {
    label: 'VAT ID not confirmed yet',
    tone: 'warning',
    says: 'VIES, the EU’s VAT register, has not confirmed the VAT ID yet. You can continue. If VIES does not respond right after you pay, the invoice includes tax. Once VIES confirms the VAT ID, you automatically get a credit note and an invoice without tax.',
  },
  unknown: {
    label: 'With tax',
    tone: 'warning',
    says: 'The VAT ID is not in VIES, the EU’s VAT register. Tax is charged unless you correct it.',
  },
  taxed: {
    label: 'With tax',
    tone: 'neutral',
    says: 'Tax is charged. The invoice names the company.',
  },
}

function Kept({ company, onChange }: { company: Company; onChange: () => void }) {
  const { name, address, vat_id, tax } = company
  const { label, tone, says } = outcomes[tax]
  return (
    <div className="grid gap-3 rounded-md border border-line px-4 py-3">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <p className="min-w-0 flex-1 basis-52 whitespace-pre-line [overflow-wrap:anywhere]">
          <strong className="font-[650]">{name}</strong>
          {`\n${address}${vat_id && `\nVAT ID ${vat_id}`}`}
        </p>
        <Button size="small" onClick={onChange}>
          Change
        </Button>
      </div>
      <p className="text-soft text-sm" role="status">
        <Badge tone={tone}>{label}</Badge>
        <span className="mt-2 block">{says}</span>
      </p>
    </div>
  )
}

type CompanyFormProps = {
  uid: number
  company: Company | null
  onDone: () => void
  onCancel?: () => void
}

function CompanyForm({ uid, company, onDone, onCancel }: CompanyFormProps) {
  const { name = '', address = '', vat_id = '' } = company ?? {}
  const form = useRecordForm(taxes.saveCompany, {
    initial: { name, address, vat_id },
    failed: 'The company could not be saved. Please try again.',
    reload: 'never',
    about: { vat_id_form: 'vat_id', vat_id_unknown: 'vat_id' },
    draft: { uid, form: 'company', kept: 'typing' },
    onDone,
  })
  return (
    <form {...form.attributes} className="grid gap-4">
      <TextField
        label="Company"
        autoComplete="organization"
        maxLength={120}
        {...form.input('name')}
      />
      <TextArea
        label="Address"
        rows={3}
        autoComplete="street-address"
        maxLength={400}
        {...form.input('address')}
      />
      <TextField
        label="VAT ID"
        hint="Leave empty if the company has none. Tax is then charged."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        {...form.input('vat_id')}
      />
      {form.error && <ErrorBox>{form.error}</ErrorBox>}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" loading={form.pending}>
          Save Company
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <p className="text-soft text-sm" role="status">
          {form.pending && form.values.vat_id && 'Checking the VAT ID. This takes a few seconds.'}
        </p>
      </div>
    </form>
  )
}
