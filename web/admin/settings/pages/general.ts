import { friendsPerReward } from '#contract/selling/referrals.ts'
import { shopCurrency } from '#contract/wire/currency.ts'
import { type SettingsPage, wholeNumber } from '../setting.ts'

export const generalPage = (): SettingsPage => ({
  path: '',
  title: 'General',
  groups: [
    {
      title: 'Global Settings',
      settings: [
        {
          name: 'maintenance_mode',
          label: 'Maintenance mode',
          hint: 'Visitors and customers see that the store is under maintenance. Sign-in, the back-office, the status page and payments keep working.',
          kind: 'switch',
        },
      ],
    },
    {
      title: 'Store Settings',
      settings: [
        {
          name: 'currency',
          label: 'Currency',
          hint: 'A change keeps the numbers of all prices. The currency cannot be changed after the first order.',
          kind: 'currency',
        },
        {
          name: 'time_zone',
          label: 'Time zone',
          hint: 'Used for dates and times in emails, documents and pages. The dashboard counts days in UTC.',
          kind: 'time-zone',
        },
        {
          name: 'referral_code_uses',
          label: 'Uses of a referral code',
          hint: 'How many people can sign up with one code, from 0 to 100. 0 means no limit.',
          ...wholeNumber(4),
        },
        {
          name: 'referral_hold_days',
          label: 'Referral hold (days)',
          hint: 'Days from a friend’s payment until the friend counts towards a free month, from 0 to 365. A refund or dispute in that time means that the friend does not count. 0 counts the friend immediately.',
          ...wholeNumber(3),
        },
        {
          name: 'referral_minimum_dollars',
          label: `Minimum referred order (${shopCurrency()})`,
          hint: 'A friend counts only with an order of at least this amount. 0 counts orders of any amount.',
          ...wholeNumber(7),
        },
        {
          name: 'referral_price_limit',
          label: 'Limit free months by price',
          hint: `A free month can only be redeemed for products whose monthly price is at most what the ${friendsPerReward} friends paid in total. If off, it can be redeemed for any product.`,
          kind: 'switch',
        },
      ],
    },
    {
      title: 'Security',
      settings: [
        {
          name: 'registration_disabled',
          label: 'Disable registration',
          hint: 'New users cannot sign up. Existing accounts are not affected.',
          kind: 'switch',
        },
        {
          name: 'registration_by_referral',
          label: 'Registration by referral only',
          hint: 'New users need a customer’s referral code to sign up.',
          kind: 'switch',
        },
      ],
    },
  ],
})
