import { TextField } from '../../ui/text-field.tsx'
import type { SettingsGroupProps } from './fields.ts'
import { SettingsGroup } from './group.tsx'

export function LoaderSettings({ form: { input } }: SettingsGroupProps) {
  const number = { inputMode: 'numeric', className: 'max-w-sm', maxLength: 4 } as const
  return (
    <SettingsGroup title="Devices and Loaders">
      <TextField
        label="Days between two releases of a device"
        hint="By its customer. Staff can reset devices at any time."
        {...number}
        {...input('release_days')}
      />
      <TextField
        label="Releases of devices in 30 days"
        hint="By one customer, from 1 to 30."
        {...number}
        {...input('releases_a_month')}
      />
      <TextField
        label="Suspend play from so many infractions"
        hint="Until staff reset the count. 0 never suspends."
        {...number}
        {...input('suspend_infractions')}
      />
      <TextField
        label="Devices of one loader in a day"
        hint="When it is started on more, also where it is refused, the log warns that it is shared."
        {...number}
        {...input('share_devices')}
      />
      <TextField
        label="Seconds between two heartbeats"
        hint="From 60 to 300. Three that are missed end a session."
        {...number}
        {...input('beat_seconds')}
      />
      <TextField
        label="Oldest loader that may run"
        hint="A version that begins with a number, as 1.4.0. Empty lets all of them run."
        className="max-w-sm"
        maxLength={40}
        {...input('loader_minimum')}
      />
    </SettingsGroup>
  )
}
