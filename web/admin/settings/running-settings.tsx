import { TextField } from '../../ui/text-field.tsx'
import type { SettingsGroupProps } from './fields.ts'
import { SettingsGroup } from './group.tsx'
import { Switch } from './switch.tsx'

export function GlobalSettings({ form: { input } }: SettingsGroupProps) {
  return (
    <SettingsGroup title="Global Settings">
      <Switch
        label="Maintenance mode"
        hint="Visitors and customers see that the store is under maintenance. Signing in, the back-office, the status page and payments go on."
        {...input('maintenance_mode')}
      />
    </SettingsGroup>
  )
}

export function BackupSettings({ form: { input } }: SettingsGroupProps) {
  return (
    <SettingsGroup title="Backups">
      <TextField
        label="Backup every day at"
        hint="A time in UTC such as 02:30; empty for none. It goes to where the variable BACKUP_TO says. Health shows how the last one went."
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
        hint="Nobody can sign up. Existing accounts are not affected."
        {...input('registration_disabled')}
      />
      <Switch
        label="Registration by referral only"
        hint="Signing up takes the referral code of a customer."
        {...input('registration_by_referral')}
      />
    </SettingsGroup>
  )
}

export function LogSettings({ form: { input } }: SettingsGroupProps) {
  return (
    <SettingsGroup title="Log">
      <TextField
        label="Keep the log for … months"
        hint="Older entries are deleted for good, a calendar month at a time, at night: who did what to an order or a user cannot be looked up any more. Empty keeps them for ever."
        inputMode="numeric"
        className="max-w-sm"
        maxLength={4}
        {...input('log_months')}
      />
    </SettingsGroup>
  )
}
