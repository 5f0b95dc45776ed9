import * as z from 'zod'
import { type Currency, currencies } from './currency.ts'
import { emailAddressOrNothing } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { refusals } from './refusals.ts'
import { revision, revisionRefusals, seenRevision } from './revisions.ts'
import { mostPauseDays } from './subscriptions.ts'
import { taxRates } from './tax-rates.ts'
import { vatIdRefusals } from './taxes.ts'
import { line } from './text.ts'
import { timeZoneName } from './time-zone-name.ts'

const codes = Object.keys(currencies) as Currency[]

/** Upper limit for the number of uses of a referral code. */
export const mostReferralCodeUses = 100

const mostLogMonths = 600
const wholeMonths = `Please enter a whole number from 1 to ${mostLogMonths}, or nothing`

const wholeDays = 'Please enter a whole number of days from 0 to 3650'

const timeOfDay = 'Please enter a time such as 02:30, or nothing'
const wholeBackups = 'Please enter a whole number from 1 to 365'

const whole = (least: number, most: number) => {
  const wanted = `Please enter a whole number from ${least} to ${most}`
  return z.int(wanted).min(least, wanted).max(most, wanted)
}

const retryDays = 'Please enter up to eight days, each later than the one before'

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
    'Begin with a number, as in 1.4.0: at most 40 letters, digits, “.”, “+” and “-”',
  )

export const taxMode = z.enum(['off', 'small_business', 'table'], 'Choose one')

const given = z.strictObject({
  seller_name: lineOrNothing(120).meta({
    description: 'The person or company that sells; empty: the shop is not said to be anybody’s',
  }),
  seller_address: z
    .string()
    .trim()
    .max(400, 'At most 400 characters')
    .meta({ description: 'Postal address, of several lines' }),
  seller_contact: emailAddressOrNothing.meta({
    description: 'Email address for customers; may be empty',
  }),
  seller_number: z
    .string()
    .trim()
    .max(200, 'At most 200 characters')
    .meta({ description: 'Number in a register or for tax; may be empty' }),
  seller_vat_id: z.string().trim().max(40, 'At most 40 characters').meta({
    description:
      'Of the seller; empty for none. With it companies of other member states of the EU owe the tax themselves',
    example: 'DE136695976',
  }),
  tax_mode: taxMode.meta({ description: 'Whether documents speak of tax' }),
  tax_sentence: line(300).meta({ description: 'What they say of it in a small business' }),
  tax_rates: taxRates,
  currency: z.enum(codes, 'Choose a currency').meta({
    description: 'What the shop sells in; fixed once there is an order',
    example: 'EUR',
  }),
  time_zone: timeZoneName.nullable().meta({
    description: 'In which mails, documents and pages tell days and times; null: UTC',
    example: 'Europe/Berlin',
  }),
  maintenance_mode: z.boolean().meta({ description: 'The store is closed to visitors' }),
  registration_disabled: z.boolean().meta({ description: 'Nobody can sign up' }),
  registration_by_referral: z.boolean().meta({ description: 'Signing up takes a referral code' }),
  referral_code_uses: whole(0, mostReferralCodeUses).meta({
    description: 'How often one referral code can be used; 0 means no limit',
  }),
  referral_hold_days: whole(0, 365).meta({
    description: 'Days from the payment until a referred friend counts',
  }),
  referral_minimum_dollars: whole(0, 1_000_000).meta({
    description:
      'The smallest order with which a referred friend counts, in the shop’s currency; 0 for no minimum',
  }),
  referral_price_limit: z.boolean().meta({
    description:
      'A free month can only be redeemed for a product that costs at most as much a month as the friends who earned it paid',
  }),
  support_refund_dollars: whole(0, 1_000_000).meta({
    description:
      'What support may give back of an order without an administrator, in the shop’s currency',
  }),
  support_daily_refund_dollars: whole(0, 1_000_000).meta({
    description:
      'What each support member may refund in 24 hours, for all orders together, in the shop’s currency',
  }),
  support_refund_days: z
    .int(wholeDays)
    .min(0, wholeDays)
    .max(3650, wholeDays)
    .meta({ description: 'For how many days after the payment they may' }),
  dispute_opening: z.enum(['freeze', 'revoke', 'leave']).meta({
    description:
      'What happens to the time of a disputed payment until the bank decides: kept and given back when it is won, taken back at once, or left to its customer',
  }),
  fraud_refund_dollars: whole(0, 1_000_000).meta({
    description:
      'Up to how much a payment is given back when its bank warns of fraud, in the shop’s currency; 0: never',
  }),
  support_time_days: whole(0, 365).meta({
    description: 'Days of time that a member of support may give in 24 hours; 0: none',
  }),
  pause_days: whole(0, mostPauseDays).meta({
    description: 'For how many days customers may pause their time, once a term; 0: never',
  }),
  renew_by_default: z
    .boolean()
    .meta({ description: 'The switch at the checkout stands at renewing unless it is turned off' }),
  renewal_lead_hours: whole(1, 72).meta({
    description: 'How many hours before the end of the time its card is charged',
  }),
  renewal_retry_days: z
    .array(whole(1, 29))
    .min(1, retryDays)
    .max(8, retryDays)
    .refine((days) => days.every((day, at) => at === 0 || day > days[at - 1]!), retryDays)
    .meta({ description: 'How many days after it was declined a card is charged again' }),
  renewal_give_up_days: whole(3, 30).meta({
    description: 'After how many days without a payment a renewal ends',
  }),
  renewal_grace_days: whole(0, 7).meta({
    description:
      'Grace period in days while a payment fails, for customers who have paid two periods. Deducted from the time that the customer gets next; 0 for none',
  }),
  log_months: z
    .int(wholeMonths)
    .min(1, wholeMonths)
    .max(mostLogMonths, wholeMonths)
    .nullable()
    .meta({ description: 'After how many months entries of the log are deleted; null: never' }),
  backup_at: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, timeOfDay)
    .nullable()
    .meta({ description: 'When a backup is made every day, UTC; null: never', example: '02:30' }),
  first_crypto: z
    .enum(['nowpayments', 'btcpay'])
    .meta({ description: 'Who is given a coin that both take' }),
  underpaid_percent: whole(0, 5).meta({
    description:
      'What may be missing of an order in crypto that is finished all the same, in percent of its total and at most one of its currency; 0: nothing',
  }),
  backup_keep: z
    .int(wholeBackups)
    .min(1, wholeBackups)
    .max(365, wholeBackups)
    .meta({ description: 'How many backups are kept in BACKUP_TO' }),
  release_days: whole(0, 365).meta({
    description: 'Days from one release of a computer by its customer to the next',
  }),
  releases_a_month: whole(1, 30).meta({ description: 'Releases that a customer has in 30 days' }),
  suspend_infractions: whole(0, 100).meta({
    description: 'From how many infractions on a customer cannot play; 0: never',
  }),
  share_devices: whole(1, 1000).meta({
    description:
      'On how many computers a day one build raises no alert, those that were refused among them',
  }),
  beat_seconds: whole(60, 300).meta({
    description: 'How often a running loader sends a heartbeat; three missed end its session',
  }),
  loader_minimum: z.union([z.literal(''), oldestLoader]).meta({
    description: 'The oldest version of the loader that may run; empty: any',
  }),
})

/** The settings with the same names and types as in the database. */
export type Settings = z.output<typeof given>
export const settingNames = given.keyof().options

export const storeSettings = given
  .extend({
    currency_fixed: z
      .boolean()
      .meta({ description: 'There is an order, so the currency cannot be changed any more' }),
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
    summary: 'Whether visitors are kept out, and why',
    result: z.object({
      closed: z.boolean(),
      opened: z
        .boolean()
        .meta({ description: 'False before an administrator opens the shop for the first time' }),
    }),
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/admin/settings/',
    who: 'staff',
    can: 'manage_settings',
    summary: 'Change settings',
    description:
      'Any of them; what is left out stays. They take effect in every process within a second.',
    body: given.partial().extend({ revision: seenRevision }),
    result: storeSettings,
    refusals: {
      ...revisionRefusals,
      ...vatIdRefusals,
      ...refusals({
        currency_fixed: [
          409,
          'There are orders in {currency} already, so the shop stays with it: prices, refunds and documents would change what they say.',
        ],
      }),
    },
  }),
}
