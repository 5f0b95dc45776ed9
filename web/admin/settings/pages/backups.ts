import { type SettingsPage, wholeNumber } from '../setting.ts'

export const backupsPage = (): SettingsPage => ({
  path: 'backups',
  title: 'Backups and log',
  groups: [
    {
      title: 'Backups',
      settings: [
        {
          name: 'backup_at',
          label: 'Daily backup at (UTC)',
          hint: 'For example 02:30. Leave empty for no backups. Backups are written to the location in BACKUP_TO. Health shows the result of the latest backup.',
          kind: 'text',
          maxLength: 5,
        },
        {
          name: 'backup_keep',
          label: 'Backups to keep',
          hint: 'From 1 to 365. Older ones are deleted after each new one.',
          ...wholeNumber(3),
        },
      ],
    },
    {
      title: 'Log',
      settings: [
        {
          name: 'log_months',
          label: 'Log retention (months)',
          hint: 'Older entries are deleted permanently, at night, one calendar month at a time. They include the history of orders and users. Leave empty to keep all entries.',
          ...wholeNumber(4),
        },
      ],
    },
  ],
})
