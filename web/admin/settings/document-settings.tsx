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
        Every payment gets a document: a receipt, or an invoice once the seller above has a name, an
        address and a tax or register number. Existing documents do not change.
      </p>
      <Select
        label="Tax on documents"
        hint="Ask your accountant which setting applies to you."
        className="max-w-sm"
        options={taxModes}
        {...input('tax_mode')}
      />
      {values.tax_mode === 'small_business' && (
        <TextField
          label="Tax statement on documents"
          hint="The wording that your tax law requires, for example the section that exempts small businesses."
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
