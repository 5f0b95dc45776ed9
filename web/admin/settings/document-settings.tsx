import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { DocumentPreview } from './document-preview.tsx'
import { linesOf, type SettingsGroupProps } from './fields.ts'
import { SettingsGroup } from './group.tsx'
import { taxModes } from './tax-modes.ts'
import { TaxRates } from './tax-rates.tsx'

export function DocumentSettings({ form: { input, values } }: SettingsGroupProps) {
  return (
    <SettingsGroup title="Invoices and tax">
      <p className="max-w-[60ch] text-soft">
        A document is made of every payment: a receipt, or an invoice once the seller above has a
        name, an address and a number. Those that were made stay as they are.
      </p>
      <Select
        label="Tax on documents"
        hint="What is right for you is a matter of law: ask who does your books."
        className="max-w-sm"
        options={taxModes}
        {...input('tax_mode')}
      />
      {values.tax_mode === 'small_business' && (
        <TextField
          label="Sentence on documents"
          hint="As your tax law words it, such as the section that frees small businesses."
          maxLength={300}
          {...input('tax_sentence')}
        />
      )}
      {values.tax_mode === 'table' && (
        <TaxRates own={linesOf(values.tax_rates)} input={input('tax_rates')} />
      )}
      <DocumentPreview fields={values} />
    </SettingsGroup>
  )
}
