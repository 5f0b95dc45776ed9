import { type SettingsPage, wholeNumber } from '../setting.ts'

export const renewalsPage = (): SettingsPage => ({
  path: 'renewals',
  title: 'Renewals',
  groups: [
    {
      title: 'Renewals',
      settings: [
        {
          name: 'renew_by_default',
          label: 'Turn renewal on by default at checkout',
          hint: 'Customers can turn renewal off for each item, and the checkout shows the amount and date of each charge. If this is off, customers turn renewal on themselves. Check which default is legal where you sell.',
          kind: 'switch',
        },
        {
          name: 'renewal_lead_hours',
          label: 'Charge before expiry (hours)',
          hint: 'From 1 to 72. The new term starts when the current one ends, so customers never lose time.',
          ...wholeNumber(3),
        },
        {
          name: 'renewal_retry_days',
          label: 'Retry schedule (days after the first failure)',
          hint: 'For example 1, 3, 5, 7. Cards that are lost, stolen or expired are not retried.',
          kind: 'text',
          maxLength: 40,
        },
        {
          name: 'renewal_give_up_days',
          label: 'Stop retrying after (days)',
          hint: 'From 3 to 30. The renewal then ends as unpaid, and the customer gets an email.',
          ...wholeNumber(3),
        },
        {
          name: 'renewal_grace_days',
          label: 'Grace period (days)',
          hint: 'From 0 to 7. Customers who have paid at least twice keep access while a failed renewal is retried. The grace period is deducted when the payment succeeds.',
          ...wholeNumber(3),
        },
      ],
    },
  ],
})
