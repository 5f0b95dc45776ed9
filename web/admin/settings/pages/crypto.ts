import { formatBriefMoney } from '#contract/wire/currency.ts'
import { type SettingsPage, wholeNumber } from '../setting.ts'

export const cryptoPage = (): SettingsPage => ({
  path: 'crypto',
  title: 'Crypto payments',
  groups: [
    {
      title: 'Crypto payments',
      settings: [
        {
          name: 'first_crypto',
          label: 'Preferred crypto provider',
          hint: 'Used for coins that both providers support.',
          kind: 'choice',
          options: [
            { value: 'nowpayments', label: 'NOWPayments' },
            { value: 'btcpay', label: 'BTCPay Server' },
          ],
        },
        {
          name: 'underpaid_percent',
          label: 'Underpayment tolerance (%)',
          hint: `Accept a crypto payment that is short by up to this percentage, at most ${formatBriefMoney(100)}. Network fees often cause small shortfalls. 0 requires the full amount.`,
          ...wholeNumber(1),
        },
      ],
    },
  ],
})
