import { formatBriefMoney, shopCurrency } from '#contract/currency.ts'
import { friendsPerReward } from '#contract/referrals.ts'
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
        hint="Prices keep their numbers and are in it. It can be changed until there is an order."
        input={input('currency')}
      />
      <Select
        label="Time zone"
        hint="Days and times in mails, in documents and on pages go by it. The dashboard counts days in UTC."
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
        label={`Smallest referred order (${shopCurrency()})`}
        hint="A friend only counts with an order of at least this amount. 0 counts orders of any amount."
        {...number}
        maxLength={7}
        {...input('referral_minimum_dollars')}
      />
      <Switch
        label="Limit free months by price"
        hint={`A free month can only be redeemed for products whose monthly price is at most what the ${friendsPerReward} friends paid in total. Off: any product.`}
        {...input('referral_price_limit')}
      />
    </SettingsGroup>
  )
}

export function RefundSettings({ form: { input } }: SettingsGroupProps) {
  return (
    <SettingsGroup title="Refunds and goodwill">
      <TextField
        label={`Support may refund up to, in ${shopCurrency()}`}
        hint="Of one order, all its refunds together. Above it an administrator is needed; 0 lets support refund nothing."
        {...number}
        maxLength={7}
        {...input('support_refund_dollars')}
      />
      <TextField
        label={`Daily refund limit for support, in ${shopCurrency()}`}
        hint="How much each support member may refund in 24 hours, all orders together. 0 to 1000000. Administrators have no limit."
        {...number}
        maxLength={7}
        {...input('support_daily_refund_dollars')}
      />
      <TextField
        label="Days after the payment"
        hint="For how long support may do so."
        {...number}
        maxLength={4}
        {...input('support_refund_days')}
      />
      <TextField
        label="Days of time that support may give"
        hint="By each member of support in 24 hours, under a customer’s subscriptions, from 0 to 365. 0 lets support give none; administrators give without a limit."
        {...number}
        maxLength={3}
        {...input('support_time_days')}
      />
      <TextField
        label="Days that customers may pause"
        hint="From 0 to 30, once for each term that they buy or renew. Their time is kept; meanwhile they cannot play and nothing is charged. 0: no new pauses."
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
        label="A coin that both take goes through"
        className="max-w-sm"
        options={[
          { value: 'nowpayments', label: 'NOWPayments' },
          { value: 'btcpay', label: 'BTCPay Server' },
        ]}
        {...input('first_crypto')}
      />
      <TextField
        label="What may be missing, in percent"
        hint={`Fees are often taken off on the way. An order that so little is missing of is finished all the same, and never more than ${formatBriefMoney(100)}; 0 waits for the last coin.`}
        {...number}
        maxLength={1}
        {...input('underpaid_percent')}
      />
    </SettingsGroup>
  )
}
