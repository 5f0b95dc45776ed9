import { shopCurrency } from '#contract/currency.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { SettingsGroupProps } from './fields.ts'
import { SettingsGroup } from './group.tsx'

export function DisputeSettings({ form: { input } }: SettingsGroupProps) {
  return (
    <SettingsGroup title="Disputes">
      <Select
        label="While a payment is disputed its time"
        hint="Until the bank decides, and nothing of it renews meanwhile. Won, the customer has the exact seconds back in any case; lost, they go, of a part of an order its share. Which of these you may do is a matter of law where you sell."
        className="max-w-sm"
        options={[
          { value: 'freeze', label: 'Is frozen and kept' },
          { value: 'revoke', label: 'Is taken back at once' },
          { value: 'leave', label: 'Goes on' },
        ]}
        {...input('dispute_opening')}
      />
      <TextField
        label={`Refund by itself on a warning of fraud, in ${shopCurrency()}`}
        hint="When a card’s bank warns that a payment is fraud, up to this much of an order is given back before it is disputed. 0: never, somebody looks."
        inputMode="numeric"
        className="max-w-sm"
        maxLength={7}
        {...input('fraud_refund_dollars')}
      />
    </SettingsGroup>
  )
}
