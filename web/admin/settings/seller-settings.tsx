import { TextArea, TextField } from '../../ui/text-field.tsx'
import type { SettingsGroupProps } from './fields.ts'
import { SettingsGroup } from './group.tsx'

export function SellerSettings({ form: { input } }: SettingsGroupProps) {
  return (
    <SettingsGroup title="Seller">
      <p className="max-w-[60ch] text-soft">
        Who sells, as most laws want it told: at the foot of every page and mail and on the legal
        pages. Changing it makes a new edition of those that name it.
      </p>
      <TextField
        label="Name of the person or company"
        autoComplete="organization"
        maxLength={120}
        {...input('seller_name')}
      />
      <TextArea
        label="Postal address"
        rows={3}
        autoComplete="street-address"
        maxLength={400}
        {...input('seller_address')}
      />
      <TextField
        label="Email address for customers"
        type="email"
        hint="Empty: customers write support tickets."
        maxLength={254}
        {...input('seller_contact')}
      />
      <TextArea
        label="Register and tax numbers"
        rows={2}
        hint="Such as VAT ID DE123456789; empty for none."
        maxLength={200}
        {...input('seller_number')}
      />
      <TextField
        label="VAT ID for reverse charge"
        autoComplete="off"
        hint="Such as DE136695976. With tax from the table, companies of other EU countries then owe the tax themselves, once VIES has confirmed their VAT id. Empty: they pay it as anybody does."
        maxLength={40}
        {...input('seller_vat_id')}
      />
    </SettingsGroup>
  )
}
