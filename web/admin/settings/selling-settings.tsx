import { friendsPerReward } from '#contract/selling/referrals.ts'
import { formatBriefMoney, shopCurrency } from '#contract/wire/currency.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CurrencyField } from './currency-field.tsx'
import type { SettingsGroupProps } from './fields.ts'
import { SettingsGroup } from './group.tsx'
import { Switch } from './switch.tsx'
import { timeZones } from './time-zones.ts'

const number = { inputMode: 'numeric', className: 'max-w-sm' } as const

type StoreSettingsProps = SettingsGroupProps & { currencyFixed: boolean }

export function StoreSettings({ form: { input, values }, currencyFixed }: StoreSettingsProps) {
  return (
    <SettingsGroup title="Store Settings">
      <CurrencyField
        fixed={currencyFixed ? values.currency : null}
        hint="A change keeps the numbers of all prices. The currency cannot be changed after the first order."
        input={input('currency')}
      />
      <Select
        label="Time zone"
        hint="Used for dates and times in emails, documents and pages. The dashboard counts days in UTC."
        className="max-w-sm"
        options={timeZones(values.time_zone)}
        {...input('time_zone')}
      />
      <TextField
        label="Uses of a referral code"
        hint="How many people can sign up with one code, from 0 to 100. 0 means no limit."
        {...number}
        maxLength={4}
        {...input('referral_code_uses')}
      />
      <TextField
        label="Referral hold (days)"
        hint="Days from a friend’s payment until the friend counts towards a free month, from 0 to 365. A refund or dispute in that time means that the friend does not count. 0 counts the friend immediately."
        {...number}
        maxLength={3}
        {...input('referral_hold_days')}
      />
      <TextField
        label={`Minimum referred order (${shopCurrency()})`}
        hint="A friend counts only with an order of at least this amount. 0 counts orders of any amount."
        {...number}
        maxLength={7}
        {...input('referral_minimum_dollars')}
      />
      <Switch
        label="Limit free months by price"
        hint={`A free month can only be redeemed for products whose monthly price is at most what the ${friendsPerReward} friends paid in total. If off, it can be redeemed for any product.`}
        {...input('referral_price_limit')}
      />
    </SettingsGroup>
  )
}

export function RefundSettings({ form: { input } }: SettingsGroupProps) {
  return (
    <SettingsGroup title="Refunds and goodwill">
      <TextField
        label={`Support refund limit per order (${shopCurrency()})`}
        hint="The total of all refunds of one order. Larger refunds need an administrator. With 0, support cannot refund."
        {...number}
        maxLength={7}
        {...input('support_refund_dollars')}
      />
      <TextField
        label={`Support refund limit per day (${shopCurrency()})`}
        hint="How much each support member can refund in 24 hours across all orders, from 0 to 1,000,000. Administrators have no limit."
        {...number}
        maxLength={7}
        {...input('support_daily_refund_dollars')}
      />
      <TextField
        label="Support refund window (days)"
        hint="How long after the payment support can refund an order."
        {...number}
        maxLength={4}
        {...input('support_refund_days')}
      />
      <TextField
        label="Support time limit (days)"
        hint="How many days each support member can add to subscriptions in 24 hours, from 0 to 365. Administrators have no limit."
        {...number}
        maxLength={3}
        {...input('support_time_days')}
      />
      <TextField
        label="Maximum pause (days)"
        hint="From 0 to 30, once for each term bought or renewed. During a pause, customers keep their time, cannot play and are not charged. 0 allows no new pauses."
        {...number}
        maxLength={2}
        {...input('pause_days')}
      />
    </SettingsGroup>
  )
}

export function CryptoSettings({ form: { input } }: SettingsGroupProps) {
  return (
    <SettingsGroup title="Crypto payments">
      <Select
        label="Preferred crypto provider"
        className="max-w-sm"
        options={[
          { value: 'nowpayments', label: 'NOWPayments' },
          { value: 'btcpay', label: 'BTCPay Server' },
        ]}
        {...input('first_crypto')}
      />
      <TextField
        label="Underpayment tolerance (%)"
        hint={`Accept a crypto payment that is short by up to this percentage, at most ${formatBriefMoney(100)}. Network fees often cause small shortfalls. 0 requires the full amount.`}
        {...number}
        maxLength={1}
        {...input('underpaid_percent')}
      />
    </SettingsGroup>
  )
}
