import { TextArea, TextField } from '../../ui/text-field.tsx'
import type { SettingsGroupProps } from './fields.ts'
import { SettingsGroup } from './group.tsx'

export function SellerSettings({ form: { input } }: SettingsGroupProps) {
  return (
    <SettingsGroup title="Seller">
      <p className="max-w-[60ch] text-soft">
        The legal identity of the seller, which most countries require. Shown in the footer of every
        page and email and on the legal pages. A change publishes a new version of each page that
        names the seller.
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
        hint="If empty, customers are asked to open a support ticket."
        maxLength={254}
        {...input('seller_contact')}
      />
      <TextArea
        label="Register and tax numbers"
        rows={2}
        hint="For example VAT ID DE123456789. Optional."
        maxLength={200}
        {...input('seller_number')}
      />
      <TextField
        label="VAT ID for reverse charge"
        autoComplete="off"
        hint="For example DE136695976. With the tax table, companies in other EU countries then pay the tax themselves once VIES confirms their VAT ID. If empty, they are charged tax like other customers."
        maxLength={40}
        {...input('seller_vat_id')}
      />
    </SettingsGroup>
  )
}
