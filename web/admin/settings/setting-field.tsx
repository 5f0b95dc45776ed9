import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { CurrencyField } from './currency-field.tsx'
import { linesOf, type SettingsFormParts } from './fields.ts'
import type { Setting } from './setting.ts'
import { Switch } from './switch.tsx'
import { TaxRates } from './tax-rates.tsx'
import { timeZones } from './time-zones.ts'

type SettingFieldProps = {
  setting: Setting
  form: SettingsFormParts
  /** Whether orders exist, so that the currency cannot be changed. */
  currencyFixed: boolean
}

export function SettingField({ setting, form, currencyFixed }: SettingFieldProps) {
  const { name, label, hint = '', shownIf } = setting
  const { values } = form
  if (shownIf && values[shownIf.setting] !== shownIf.is) return null
  const input = { label, hint, ...form.input(name) }
  switch (setting.kind) {
    case 'switch':
      return <Switch {...input} />
    case 'choice':
      return <Select {...input} options={setting.options} className="max-w-sm" />
    case 'time-zone':
      return <Select {...input} options={timeZones(values.time_zone)} className="max-w-sm" />
    case 'currency':
      return <CurrencyField {...input} fixed={currencyFixed ? values.currency : null} />
    case 'tax-rates':
      return <TaxRates {...input} own={linesOf(values.tax_rates)} />
    case 'lines': {
      const { rows, maxLength, autoComplete } = setting
      return <TextArea {...input} {...{ rows, maxLength, autoComplete }} />
    }
    case 'text': {
      const { maxLength, inputMode, type, autoComplete, wide } = setting
      return (
        <TextField
          {...input}
          {...{ maxLength, inputMode, type, autoComplete }}
          className={wide ? undefined : 'max-w-sm'}
        />
      )
    }
  }
}
