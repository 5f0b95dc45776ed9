import { TextField } from '../../ui/text-field.tsx'
import type { SettingsGroupProps } from './fields.ts'
import { SettingsGroup } from './group.tsx'
import { Switch } from './switch.tsx'

const number = { inputMode: 'numeric', className: 'max-w-sm', maxLength: 3 } as const

export function RenewalSettings({ form: { input } }: SettingsGroupProps) {
  return (
    <SettingsGroup title="Renewals">
      <Switch
        label="Renewing is switched on at the checkout"
        hint="Until the customer turns it off, item by item; the page says what is charged and when. Off: they turn it on. Which of the two you may begin with is a matter of law where you sell."
        {...input('renew_by_default')}
      />
      <TextField
        label="Hours before the end"
        hint="When the card is charged, from 1 to 72. The new time adds to the end, so nothing is lost."
        {...number}
        {...input('renewal_lead_hours')}
      />
      <TextField
        label="Tries again after days"
        hint="Counted from the payment that failed, such as 1, 3, 5, 7. A card that is lost, stolen or expired is not tried again."
        className="max-w-sm"
        maxLength={40}
        {...input('renewal_retry_days')}
      />
      <TextField
        label="Gives up after days"
        hint="From 3 to 30. The renewal ends then as unpaid, and a mail says so."
        {...number}
        {...input('renewal_give_up_days')}
      />
      <TextField
        label="Days lent while a payment fails"
        hint="From 0 to 7, for who has paid two periods. The payment that follows takes them back."
        {...number}
        {...input('renewal_grace_days')}
      />
    </SettingsGroup>
  )
}
