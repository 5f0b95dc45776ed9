import { TextField } from '../../ui/text-field.tsx'
import type { SettingsGroupProps } from './fields.ts'
import { SettingsGroup } from './group.tsx'
import { Switch } from './switch.tsx'

const number = { inputMode: 'numeric', className: 'max-w-sm', maxLength: 3 } as const

export function RenewalSettings({ form: { input } }: SettingsGroupProps) {
  return (
    <SettingsGroup title="Renewals">
      <Switch
        label="Turn renewal on by default at checkout"
        hint="Customers can turn renewal off for each item, and the checkout shows the amount and date of each charge. If this is off, customers turn renewal on themselves. Check which default is legal where you sell."
        {...input('renew_by_default')}
      />
      <TextField
        label="Charge before expiry (hours)"
        hint="From 1 to 72. The new term starts when the current one ends, so customers never lose time."
        {...number}
        {...input('renewal_lead_hours')}
      />
      <TextField
        label="Retry schedule (days after the first failure)"
        hint="For example 1, 3, 5, 7. Cards that are lost, stolen or expired are not retried."
        className="max-w-sm"
        maxLength={40}
        {...input('renewal_retry_days')}
      />
      <TextField
        label="Stop retrying after (days)"
        hint="From 3 to 30. The renewal then ends as unpaid, and the customer gets an email."
        {...number}
        {...input('renewal_give_up_days')}
      />
      <TextField
        label="Grace period (days)"
        hint="From 0 to 7. Customers who have paid at least twice keep access while a failed renewal is retried. Deducted once the payment succeeds."
        {...number}
        {...input('renewal_grace_days')}
      />
    </SettingsGroup>
  )
}
