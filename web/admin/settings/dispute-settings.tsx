import { shopCurrency } from '#contract/wire/currency.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { SettingsGroupProps } from './fields.ts'
import { SettingsGroup } from './group.tsx'

export function DisputeSettings({ form: { input } }: SettingsGroupProps) {
  return (
    <SettingsGroup title="Disputes">
      <Select
        label="Time while a payment is disputed"
        hint="Applies until the bank decides. Renewals are on hold until then. If you win, the customer gets back all lost time. If you lose, the time is revoked, in proportion to the disputed part of the order. Check which option is legal where you sell."
        className="max-w-sm"
        options={[
          { value: 'freeze', label: 'Freeze the time' },
          { value: 'revoke', label: 'Revoke the time immediately' },
          { value: 'leave', label: 'Let the time run' },
        ]}
        {...input('dispute_opening')}
      />
      <TextField
        label={`Automatic refund on fraud warnings, up to (${shopCurrency()})`}
        hint="When the card’s bank warns of fraud, up to this amount of the order is refunded before a dispute is opened. 0 turns automatic refunds off."
        inputMode="numeric"
        className="max-w-sm"
        maxLength={7}
        {...input('fraud_refund_dollars')}
      />
    </SettingsGroup>
  )
}
