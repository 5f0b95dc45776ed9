import { type SettingsPage, wholeNumber } from '../setting.ts'

export const devicesPage = (): SettingsPage => ({
  path: 'devices',
  title: 'Devices and loaders',
  groups: [
    {
      title: 'Devices and Loaders',
      settings: [
        {
          name: 'release_days',
          label: 'Days between device releases',
          hint: 'How long a customer waits before releasing another device. Staff can reset devices at any time.',
          ...wholeNumber(4),
        },
        {
          name: 'releases_a_month',
          label: 'Device releases in 30 days',
          hint: 'Maximum per customer, from 1 to 30.',
          ...wholeNumber(4),
        },
        {
          name: 'suspend_infractions',
          label: 'Infractions before suspension',
          hint: 'A customer with this many infractions can’t play until staff reset the count. 0 never suspends.',
          ...wholeNumber(4),
        },
        {
          name: 'share_devices',
          label: 'Devices per loader and day',
          hint: 'If a loader is started on more devices in a day, including refused starts, the log warns that it may be shared.',
          ...wholeNumber(4),
        },
        {
          name: 'beat_seconds',
          label: 'Heartbeat interval (seconds)',
          hint: 'From 60 to 300. A session ends after three missed heartbeats.',
          ...wholeNumber(4),
        },
        {
          name: 'loader_minimum',
          label: 'Minimum loader version',
          hint: 'For example 1.4.0. Older loaders cannot run. Leave empty to allow all versions.',
          kind: 'text',
          maxLength: 40,
        },
      ],
    },
  ],
})
