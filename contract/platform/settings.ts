import * as z from 'zod'
import { type Currency, currencies } from '#contract/wire/currency.ts'
import { emailAddressOrNothing } from '#contract/wire/email-address.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { revision, revisionRefusals, seenRevision } from '#contract/wire/revisions.ts'
import { line } from '#contract/wire/text.ts'
import { timeZoneName } from '#contract/wire/time-zone-name.ts'
import { taxRates } from './tax-rates.ts'
import { vatIdRefusals } from './taxes.ts'

const codes = Object.keys(currencies) as Currency[]

/** The longest pause that a shop can allow, in days. */
export const mostPauseDays = 30

/** Upper limit for the number of uses of a referral code. */
export const mostReferralCodeUses = 100

const mostLogMonths = 600
const wholeMonths = `Please enter a whole number from 1 to ${mostLogMonths}, or leave this empty`

const wholeDays = 'Please enter a whole number of days from 0 to 3650'

const timeOfDay = 'Please enter a time such as 02:30, or leave this empty'
const wholeBackups = 'Please enter a whole number from 1 to 365'

const whole = (least: number, most: number) => {
  const wanted = `Please enter a whole number from ${least} to ${most}`
  return z.int(wanted).min(least, wanted).max(most, wanted)
}

const retryDays = 'Please enter up to eight days in ascending order'

const lineOrNothing = (most: number) => z.union([z.literal(''), line(most)])

/**
 * Loaders are compared by the numbers of their version. Versions that are not semantic versions
 * have numbers too.
 */
const oldestLoader = z
  .string()
  .trim()
  .regex(
    /^\d[0-9A-Za-z.+-]{0,39}$/,
    'Start with a number, such as 1.4.0: at most 40 letters, digits, “.”, “+” and “-”',
  )

export const taxMode = z.enum(['off', 'small_business', 'table'], 'Choose an option')

const given = z.strictObject({
  seller_name: lineOrNothing(120).meta({
    description: 'Name of the person or company that sells; if empty, the shop shows no seller',
  }),
  seller_address: z
    .string()
    .trim()
    .max(400, 'At most 400 characters')
    .meta({ description: 'Postal address, may have several lines' }),
  seller_contact: emailAddressOrNothing.meta({
    description: 'Email address for customers; may be empty',
  }),
  seller_number: z
    .string()
    .trim()
    .max(200, 'At most 200 characters')
    .meta({ description: 'Registration or tax number; may be empty' }),
  seller_vat_id: z.string().trim().max(40, 'At most 40 characters').meta({
    description:
      'VAT ID of the seller; may be empty. If set, companies in other EU member states account for the tax themselves (reverse charge)',
    example: 'DE136695976',
  }),
  tax_mode: taxMode.meta({ description: 'How tax is shown on documents' }),
  tax_sentence: line(300).meta({ description: 'Tax note on documents of a small business' }),
  tax_rates: taxRates,
  currency: z.enum(codes, 'Choose a currency').meta({
    description: 'Currency of the shop; fixed after the first order',
    example: 'EUR',
  }),
  time_zone: timeZoneName.nullable().meta({
    description: 'Time zone of dates in emails, documents and pages; null: UTC',
    example: 'Europe/Berlin',
  }),
  maintenance_mode: z.boolean().meta({ description: 'Closes the store to visitors' }),
  registration_disabled: z.boolean().meta({ description: 'Turns off sign-up' }),
  registration_by_referral: z
    .boolean()
    .meta({ description: 'Requires a referral code to sign up' }),
  referral_code_uses: whole(0, mostReferralCodeUses).meta({
    description: 'Maximum uses of a referral code; 0: no limit',
  }),
  referral_hold_days: whole(0, 365).meta({
    description: 'Days from the payment until a referred friend counts',
  }),
  referral_minimum_dollars: whole(0, 1_000_000).meta({
    description:
      'Minimum order with which a referred friend counts, in the shop’s currency; 0: no minimum',
  }),
  referral_price_limit: z.boolean().meta({
    description:
      'A free month can only be redeemed for a product whose monthly price is at most what the friends who earned it paid',
  }),
  support_refund_dollars: whole(0, 1_000_000).meta({
    description:
      'Maximum refund per order by support without an administrator, in the shop’s currency',
  }),
  support_daily_refund_dollars: whole(0, 1_000_000).meta({
    description:
      'Maximum refunds by each support member in 24 hours, for all orders together, in the shop’s currency',
  }),
  support_refund_days: z
    .int(wholeDays)
    .min(0, wholeDays)
    .max(3650, wholeDays)
    .meta({ description: 'Number of days after the payment in which support may refund' }),
  dispute_opening: z.enum(['freeze', 'revoke', 'leave']).meta({
    description:
      'Time of a disputed payment until the bank decides: put on hold and restored if won, revoked at once, or left unchanged',
  }),
  fraud_refund_dollars: whole(0, 1_000_000).meta({
    description: 'Maximum automatic refund on a fraud warning, in the shop’s currency; 0: never',
  }),
  support_time_days: whole(0, 365).meta({
    description: 'Days of time that each support member may give in 24 hours; 0: none',
  }),
  pause_days: whole(0, mostPauseDays).meta({
    description:
      'Maximum number of days that customers may pause their time, once per term; 0: never',
  }),
  renew_by_default: z
    .boolean()
    .meta({ description: 'Automatic renewal is preselected at the checkout' }),
  renewal_lead_hours: whole(1, 72).meta({
    description: 'Charge lead time: hours before expiry when the card is charged',
  }),
  renewal_retry_days: z
    .array(whole(1, 29))
    .min(1, retryDays)
    .max(8, retryDays)
    .refine((days) => days.every((day, at) => at === 0 || day > days[at - 1]!), retryDays)
    .meta({ description: 'Days after a declined charge on which the card is retried' }),
  renewal_give_up_days: whole(3, 30).meta({
    description: 'Days without payment after which a renewal ends',
  }),
  renewal_grace_days: whole(0, 7).meta({
    description:
      'Grace period in days while a payment fails, for customers with two paid terms. Deducted from the next time that the customer gets; 0: none',
  }),
  log_months: z
    .int(wholeMonths)
    .min(1, wholeMonths)
    .max(mostLogMonths, wholeMonths)
    .nullable()
    .meta({ description: 'Months after which log entries are deleted; null: never' }),
  backup_at: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, timeOfDay)
    .nullable()
    .meta({ description: 'Time of the daily backup in UTC; null: never', example: '02:30' }),
  first_crypto: z
    .enum(['nowpayments', 'btcpay'])
    .meta({ description: 'Preferred provider for coins that both crypto providers support' }),
  underpaid_percent: whole(0, 5).meta({
    description:
      'Underpayment tolerance in percent of the order total, at most 1.00 in the shop’s currency; 0 requires the full amount',
  }),
  backup_keep: z
    .int(wholeBackups)
    .min(1, wholeBackups)
    .max(365, wholeBackups)
    .meta({ description: 'Number of backups to keep in BACKUP_TO' }),
  release_days: whole(0, 365).meta({
    description: 'Days until a customer can release another device',
  }),
  releases_a_month: whole(1, 30).meta({ description: 'Maximum releases per customer in 30 days' }),
  suspend_infractions: whole(0, 100).meta({
    description: 'Number of infractions from which a customer cannot play; 0: never',
  }),
  share_devices: whole(1, 1000).meta({
    description:
      'Number of devices per day, including refused ones, on which one build can run before an alert',
  }),
  beat_seconds: whole(60, 300).meta({
    description: 'Heartbeat interval of a running loader; three missed heartbeats end its session',
  }),
  loader_minimum: z.union([z.literal(''), oldestLoader]).meta({
    description: 'Oldest loader version that may run. Empty allows any version.',
  }),
})

/** The settings with the same names and types as in the database. */
export type Settings = z.output<typeof given>
export const settingNames = given.keyof().options

export const storeSettings = given
  .extend({
    currency_fixed: z
      .boolean()
      .meta({ description: 'The currency cannot be changed because there are orders' }),
    revision,
  })
  .meta({ id: 'Settings' })
export type StoreSettings = z.input<typeof storeSettings>

export const settings = {
  get: endpoint({
    method: 'GET',
    path: '/admin/settings/',
    who: 'staff',
    can: 'manage_settings',
    summary: 'Read the settings',
    result: storeSettings,
  }),
  closed: endpoint({
    method: 'GET',
    path: '/admin/settings/closed',
    who: 'staff',
    can: 'use_back_office',
    summary: 'Check whether the store is closed to visitors, and why',
    result: z.object({
      closed: z.boolean(),
      opened: z
        .boolean()
        .meta({ description: 'False until an administrator opens the shop for the first time' }),
    }),
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/admin/settings/',
    who: 'staff',
    can: 'manage_settings',
    summary: 'Change settings',
    description:
      'Only the fields that are sent change. They take effect in every process within a second.',
    body: given.partial().extend({ revision: seenRevision }),
    result: storeSettings,
    refusals: {
      ...revisionRefusals,
      ...vatIdRefusals,
      ...refusals({
        currency_fixed: [
          409,
          'The currency cannot be changed because there are already orders in {currency}. Their prices, refunds and documents depend on it.',
        ],
      }),
    },
  }),
}
