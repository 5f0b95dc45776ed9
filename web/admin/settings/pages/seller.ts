import type { SettingsPage } from '../setting.ts'
import { taxModes } from '../tax-modes.ts'

export const sellerPage = (): SettingsPage => ({
  path: 'seller',
  title: 'Seller and tax',
  groups: [
    {
      title: 'Seller',
      intro:
        'The legal identity of the seller, which most countries require. Shown in the footer of every page and email and on the legal pages. A change publishes a new version of each page that names the seller.',
      settings: [
        {
          name: 'seller_name',
          label: 'Name of the person or company',
          kind: 'text',
          maxLength: 120,
          autoComplete: 'organization',
          wide: true,
        },
        {
          name: 'seller_address',
          label: 'Postal address',
          kind: 'lines',
          rows: 3,
          maxLength: 400,
          autoComplete: 'street-address',
        },
        {
          name: 'seller_contact',
          label: 'Email address for customers',
          hint: 'If empty, customers are asked to open a support ticket.',
          kind: 'text',
          type: 'email',
          maxLength: 254,
          wide: true,
        },
        {
          name: 'seller_number',
          label: 'Register and tax numbers',
          hint: 'For example VAT ID DE123456789. Optional.',
          kind: 'lines',
          rows: 2,
          maxLength: 200,
        },
        {
          name: 'seller_vat_id',
          label: 'VAT ID for reverse charge',
          hint: 'For example DE136695976. With the tax table, companies in other EU countries then pay the tax themselves once VIES confirms their VAT ID. If empty, they are charged tax like other customers.',
          kind: 'text',
          maxLength: 40,
          autoComplete: 'off',
          wide: true,
        },
      ],
    },
    {
      title: 'Invoices and tax',
      intro:
        'Every payment gets a document: a receipt, or an invoice once the seller above has a name, an address and a tax or register number. Existing documents do not change.',
      settings: [
        {
          name: 'tax_mode',
          label: 'Tax on documents',
          hint: 'Ask your accountant which setting applies to you.',
          kind: 'choice',
          options: taxModes,
        },
        {
          name: 'tax_sentence',
          label: 'Tax statement on documents',
          hint: 'The wording that your tax law requires, for example the section that exempts small businesses.',
          shownIf: { setting: 'tax_mode', is: 'small_business' },
          kind: 'text',
          maxLength: 300,
          wide: true,
        },
        {
          name: 'tax_rates',
          label: 'Custom rates',
          hint: 'One per line: country, first day and percent, for example DE 2027-01-01 20. Replaces the standard rate from that day. 0 charges no tax.',
          shownIf: { setting: 'tax_mode', is: 'table' },
          kind: 'tax-rates',
        },
      ],
      documentPreview: true,
    },
  ],
})
