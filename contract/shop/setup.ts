import * as z from 'zod'
import { shopName } from '#contract/platform/brand.ts'
import { realShopOnly } from '#contract/platform/services.ts'
import { me } from '#contract/platform/sessions.ts'
import { taxMode } from '#contract/platform/settings.ts'
import {
  email,
  newPassword,
  passwordRefusals,
  takenRefusals,
  username,
} from '#contract/wire/credentials.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { revision, revisionRefusals, seenRevision } from '#contract/wire/revisions.ts'
import { done, timestamp } from '#contract/wire/wire.ts'

/** The part after the `#` in the setup link that the terminal prints. */
const setupToken = z.string().min(20).max(128).meta({ description: 'Token from the setup link' })

const linkRefusals = refusals({
  spent_setup_link: [
    400,
    'This setup link has expired or was already used. The shop prints a new one in the terminal whenever it starts, and “npm run setup” prints one too.',
  ],
  has_administrator: [409, 'This shop already has an administrator.'],
})

export const setupState = z
  .object({
    shop_name: z.string(),
    named: z.boolean().meta({ description: 'False if this is still the default' }),
    name_from_environment: z
      .boolean()
      .meta({ description: 'SHOP_NAME is set and overrides the name that is saved here' }),
    currency: z.string().meta({ example: 'EUR' }),
    currency_chosen: z.boolean().meta({ description: 'False if this is still the default' }),
    currency_fixed: z.boolean().meta({ description: 'There is at least one order' }),
    tax_mode: taxMode,
    tax_chosen: z.boolean().meta({ description: 'False if this is still the default' }),
    renew_by_default: z.boolean(),
    renewing_chosen: z.boolean().meta({ description: 'False if this is still the default' }),
    time_zone: z.string().nullable().meta({ description: 'Null if nobody has chosen an option' }),
    backup_at: z.string().nullable().meta({
      description: 'Time of the daily backup in UTC; null if there is none',
      example: '02:30',
    }),
    backup_place: z.boolean().meta({ description: 'BACKUP_TO is set' }),
    site_url: z.string().meta({ description: 'SITE_URL, the public address of the shop' }),
    opened_at: timestamp
      .nullable()
      .meta({ description: 'Null until the shop is open to visitors' }),
    test_mode: z.boolean(),
    revision: revision.meta({ description: 'Revision of the name and the brand' }),
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
    summary: 'Check whether a setup link is valid',
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
    summary: 'Create the first administrator with the setup link',
    description:
      'Single use. It invalidates all setup links, and none is valid while the shop has an administrator. Sets the session cookie.',
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
    summary: 'Read the setup progress',
    result: setupState,
  }),
  missing: endpoint({
    method: 'GET',
    path: '/admin/setup/missing',
    who: 'staff',
    can: 'manage_settings',
    summary: 'List open setup tasks',
    description:
      '`live_cards`: Stripe’s test keys are in use, so payments bring no money. `https`: without HTTPS, browsers cannot solve the built-in captcha and nobody can sign in. `seller`: the legal pages lack the seller’s name or postal address. `texts`: a legal page, the FAQ or the footer was never published, so nobody has accepted it. `tax`, `renewing`: the handling of tax, or the default for renewals, was not chosen; the law decides what is right. `backup`: there is no backup, or none is scheduled, or BACKUP_TO is not set. `second_factor`: the caller’s account has no two-factor authentication. In test mode only `https` is listed.',
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
    summary: 'Open the shop',
    description:
      'Permanent: to close the shop for a while, use maintenance mode. Succeeds if the shop is already open.',
    result: setupState,
    refusals: {
      ...realShopOnly,
      ...refusals({
        unnamed_shop: [409, 'Name the shop first'],
        unaccepted_texts: [
          409,
          'The shop cannot open yet. Accept or publish the terms, the policies, the FAQ and the footer first.',
        ],
      }),
    },
  }),
}
