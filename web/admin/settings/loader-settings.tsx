import { TextField } from '../../ui/text-field.tsx'
import type { SettingsGroupProps } from './fields.ts'
import { SettingsGroup } from './group.tsx'

export function LoaderSettings({ form: { input } }: SettingsGroupProps) {
  const number = { inputMode: 'numeric', className: 'max-w-sm', maxLength: 4 } as const
  return (
    <SettingsGroup title="Devices and Loaders">
      <TextField
        label="Days between device releases"
        hint="How long a customer waits before releasing another device. Staff can reset devices at any time."
        {...number}
        {...input('release_days')}
      />
      <TextField
        label="Device releases in 30 days"
        hint="Maximum per customer, from 1 to 30."
        {...number}
        {...input('releases_a_month')}
      />
      <TextField
        label="Infractions before suspension"
        hint="A customer with this many infractions can’t play until staff reset the count. 0 never suspends."
        {...number}
        {...input('suspend_infractions')}
      />
      <TextField
        label="Devices per loader and day"
        hint="If a loader is started on more devices in a day, including refused starts, the log warns that it may be shared."
        {...number}
        {...input('share_devices')}
      />
      <TextField
        label="Heartbeat interval (seconds)"
        hint="From 60 to 300. A session ends after three missed heartbeats."
        {...number}
        {...input('beat_seconds')}
      />
      <TextField
        label="Minimum loader version"
        hint="For example 1.4.0. Older loaders cannot run. Leave empty to allow all versions."
        className="max-w-sm"
        maxLength={40}
        {...input('loader_minimum')}
      />
    </SettingsGroup>
  )
}
