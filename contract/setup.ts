import * as z from 'zod'
import { email, newPassword, passwordRefusals, takenRefusals, username } from './credentials.ts'
import { endpoint } from './endpoint.ts'
import { refusals } from './refusals.ts'
import { revision, revisionRefusals, seenRevision } from './revisions.ts'
import { me } from './sessions.ts'
import { taxMode } from './settings.ts'
import { line } from './text.ts'
import { done, timestamp } from './wire.ts'

/** The part after the `#` in the setup link that the terminal prints. */
const setupToken = z.string().min(20).max(128).meta({ description: 'The token of the setup link' })

export const realShopOnly = refusals({
  test_mode: [
    409,
    'This shop is in test mode, where everybody may know its passwords: set SITE_URL to the address that customers will use, and set the shop up there.',
  ],
})

const linkRefusals = refusals({
  spent_setup_link: [
    400,
    'This setup link has been used or is out of date. The terminal prints one whenever the shop starts, and “npm run setup” prints another.',
  ],
  has_administrator: [409, 'This shop has its administrator by now.'],
})

export const shopName = line(40, 'Enter a name')

export const setupState = z
  .object({
    shop_name: z.string(),
    named: z.boolean().meta({ description: 'Somebody has said so: else it is the default' }),
    name_from_environment: z
      .boolean()
      .meta({ description: 'SHOP_NAME is set, and overrides a name that is given here' }),
    currency: z.string().meta({ example: 'EUR' }),
    currency_chosen: z
      .boolean()
      .meta({ description: 'Somebody has said so: else it is the default' }),
    currency_fixed: z.boolean().meta({ description: 'There is an order in it' }),
    tax_mode: taxMode,
    tax_chosen: z.boolean().meta({ description: 'Somebody has said so: else it is the default' }),
    renew_by_default: z.boolean(),
    renewing_chosen: z
      .boolean()
      .meta({ description: 'Somebody has said so: else it is the default' }),
    time_zone: z.string().nullable().meta({ description: 'Null: nobody has chosen one' }),
    backup_at: z.string().nullable().meta({
      description: 'Time of the daily backup in UTC; null: none',
      example: '02:30',
    }),
    backup_place: z.boolean().meta({ description: 'BACKUP_TO says where backups go' }),
    site_url: z.string().meta({ description: 'SITE_URL: where customers find the shop' }),
    opened_at: timestamp.nullable().meta({ description: 'Null before visitors were let in' }),
    test_mode: z.boolean(),
    revision: revision.meta({ description: 'Of the name, and of how the shop looks' }),
  })
  .meta({ id: 'Setup' })
export type SetupState = z.input<typeof setupState>

export const missingPart = z.enum([
  'opening',
  'https',
  'product',
  'cards',
  'live_cards',
  'crypto',
  'mail',
  'release',
  'discord',
  'seller',
  'texts',
  'tax',
  'renewing',
  'backup',
  'second_factor',
])
export type MissingPart = z.output<typeof missingPart>

export const setup = {
  check: endpoint({
    method: 'POST',
    path: '/setup/link',
    who: 'anyone',
    summary: 'Whether a setup link can be used',
    limit: { max: 30, seconds: 600, by: 'address' },
    duringMaintenance: true,
    beforeOpening: true,
    body: z.object({ token: setupToken }),
    result: done,
    refusals: linkRefusals,
  }),
  claim: endpoint({
    method: 'POST',
    path: '/setup/administrator',
    who: 'anyone',
    summary: 'Become the first administrator, with the setup link',
    description:
      'Single use. Every setup link ends with it, and there is none while the shop has an administrator. Sets the session cookie.',
    limit: { max: 30, seconds: 600, by: 'address' },
    duringMaintenance: true,
    beforeOpening: true,
    body: z.object({ token: setupToken, username, email, password: newPassword }),
    result: me,
    status: 201,
    refusals: { ...linkRefusals, ...passwordRefusals, ...takenRefusals },
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin/setup',
    who: 'staff',
    can: 'manage_settings',
    summary: 'How far the shop is set up',
    result: setupState,
  }),
  missing: endpoint({
    method: 'GET',
    path: '/admin/setup/missing',
    who: 'staff',
    can: 'manage_settings',
    summary: 'What is not set up',
    description:
      '`live_cards`: Stripe’s test keys are set, so payments bring no money. `https`: without HTTPS, browsers cannot solve the built-in captcha and nobody can sign in. `seller`: the legal pages lack the seller’s name or postal address. `texts`: a legal page, the FAQ or the footer was never published, so nobody has accepted it. `tax`, `renewing`: nobody has chosen how to handle tax, or the default for renewals; the law decides what is right. `backup`: no backup was made, and none is scheduled or BACKUP_TO is not set. `second_factor`: the caller’s account has no second factor. In test mode, of these only `https` is listed.',
    result: z.object({ missing: z.array(missingPart) }),
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/admin/setup',
    who: 'staff',
    can: 'manage_settings',
    summary: 'Name the shop',
    description: 'SHOP_NAME in the environment overrides it.',
    body: z.strictObject({ shop_name: shopName, revision: seenRevision }),
    result: setupState,
    refusals: { ...realShopOnly, ...revisionRefusals },
  }),
  open: endpoint({
    method: 'POST',
    path: '/admin/setup/open',
    who: 'staff',
    can: 'manage_settings',
    summary: 'Let visitors in',
    description: 'For good: maintenance mode closes the shop for a while. Open already is fine.',
    result: setupState,
    refusals: {
      ...realShopOnly,
      ...refusals({ unnamed_shop: [409, 'Give the shop a name first'] }),
    },
  }),
}
