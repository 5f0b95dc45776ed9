import { shopCurrency } from '#contract/wire/currency.ts'
import { type SettingsPage, wholeNumber } from '../setting.ts'

export const refundsPage = (): SettingsPage => ({
  path: 'refunds',
  title: 'Refunds and disputes',
  groups: [
    {
      title: 'Refunds and goodwill',
      settings: [
        {
          name: 'support_refund_dollars',
          label: `Support refund limit per order (${shopCurrency()})`,
          hint: 'The total of all refunds of one order. Larger refunds need an administrator. With 0, support cannot refund.',
          ...wholeNumber(7),
        },
        {
          name: 'support_daily_refund_dollars',
          label: `Support refund limit per day (${shopCurrency()})`,
          hint: 'How much each support member can refund in 24 hours across all orders, from 0 to 1,000,000. Administrators have no limit.',
          ...wholeNumber(7),
        },
        {
          name: 'support_refund_days',
          label: 'Support refund window (days)',
          hint: 'How long after the payment support can refund an order.',
          ...wholeNumber(4),
        },
        {
          name: 'support_time_days',
          label: 'Support time limit (days)',
          hint: 'How many days each support member can add to subscriptions in 24 hours, from 0 to 365. Administrators have no limit.',
          ...wholeNumber(3),
        },
        {
          name: 'pause_days',
          label: 'Maximum pause (days)',
          hint: 'From 0 to 30, once for each term bought or renewed. During a pause, customers keep their time, cannot play and are not charged. 0 allows no new pauses.',
          ...wholeNumber(2),
        },
      ],
    },
    {
      title: 'Disputes',
      settings: [
        {
          name: 'dispute_opening',
          label: 'Time while a payment is disputed',
          hint: 'Applies until the bank decides. Renewals are on hold until then. If you win, the customer gets back all lost time. If you lose, the time is revoked, in proportion to the disputed part of the order. Check which option is legal where you sell.',
          kind: 'choice',
          options: [
            { value: 'freeze', label: 'Freeze the time' },
            { value: 'revoke', label: 'Revoke the time immediately' },
            { value: 'leave', label: 'Let the time run' },
          ],
        },
        {
          name: 'fraud_refund_dollars',
          label: `Automatic refund on fraud warnings, up to (${shopCurrency()})`,
          hint: 'When the card’s bank warns of fraud, up to this amount of the order is refunded before a dispute is opened. 0 turns automatic refunds off.',
          ...wholeNumber(7),
        },
      ],
    },
  ],
})
