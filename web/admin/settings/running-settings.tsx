import { TextField } from '../../ui/text-field.tsx'
import type { SettingsGroupProps } from './fields.ts'
import { SettingsGroup } from './group.tsx'
import { Switch } from './switch.tsx'

export function GlobalSettings({ form: { input } }: SettingsGroupProps) {
  return (
    <SettingsGroup title="Global Settings">
      <Switch
        label="Maintenance mode"
        hint="Visitors and customers see that the store is under maintenance. Sign-in, the back-office, the status page and payments keep working."
        {...input('maintenance_mode')}
      />
    </SettingsGroup>
  )
}

export function BackupSettings({ form: { input } }: SettingsGroupProps) {
  return (
    <SettingsGroup title="Backups">
      <TextField
        label="Daily backup at (UTC)"
        hint="For example 02:30. Leave empty for no backups. Backups are written to the location in BACKUP_TO. Health shows the result of the latest backup."
        className="max-w-sm"
        maxLength={5}
        {...input('backup_at')}
      />
      <TextField
        label="Backups to keep"
        hint="From 1 to 365. Older ones are deleted after each new one."
        inputMode="numeric"
        className="max-w-sm"
        maxLength={3}
        {...input('backup_keep')}
      />
    </SettingsGroup>
  )
}

export function SecuritySettings({ form: { input } }: SettingsGroupProps) {
  return (
    <SettingsGroup title="Security">
      <Switch
        label="Disable registration"
        hint="New users cannot sign up. Existing accounts are not affected."
        {...input('registration_disabled')}
      />
      <Switch
        label="Registration by referral only"
        hint="New users need a customer’s referral code to sign up."
        {...input('registration_by_referral')}
      />
    </SettingsGroup>
  )
}

export function LogSettings({ form: { input } }: SettingsGroupProps) {
  return (
    <SettingsGroup title="Log">
      <TextField
        label="Log retention (months)"
        hint="Older entries are deleted permanently, at night, one calendar month at a time. They include the history of orders and users. Leave empty to keep all entries."
        inputMode="numeric"
        className="max-w-sm"
        maxLength={4}
        {...input('log_months')}
      />
    </SettingsGroup>
  )
}
