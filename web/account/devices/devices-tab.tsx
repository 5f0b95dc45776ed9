import { MonitorSmartphone } from 'lucide-react'
import { type Device, devices } from '#contract/devices.ts'
import { api } from '../../api/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { defineTab } from '../dashboard/tab.ts'
import { nextRelease } from './next-release.ts'
import { ReleaseDevice } from './release-device.tsx'

type Data = { devices: Device[]; next_release_at: string | null }

export const devicesTab = defineTab<Data>({
  id: 'devices',
  label: 'Devices',
  icon: MonitorSmartphone,
  load: () => api(devices.list),
  failed: 'Failed to load devices',
  Panel: Devices,
})

function Devices({ data }: { data: Data }) {
  if (data.devices.length === 0) {
    return (
      <EmptyState
        icon={<MonitorSmartphone size={26} />}
        title="No devices yet"
        action={
          <LinkButton to="/dashboard?t=loader" look="primary">
            Get the loader
          </LinkButton>
        }
      >
        Start the loader on your computer, and enter the code that it shows at{' '}
        <strong className="text-ink">/link</strong>. A computer shows up here with its first game.
      </EmptyState>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      {data.next_release_at && <p className="text-soft">{nextRelease(data.next_release_at)}</p>}
      <ul className="grid gap-4">
        {data.devices.map((device) => (
          <DeviceCard key={device.id} device={device} mayRelease={!data.next_release_at} />
        ))}
      </ul>
      <LinkButton to="/link" className="justify-self-start">
        Pair another computer
      </LinkButton>
    </div>
  )
}

function DeviceCard({ device, mayRelease }: { device: Device; mayRelease: boolean }) {
  const { name, os, first_seen, last_seen, running, products } = device
  return (
    <li className="surface notch-5 flex flex-col gap-x-6 gap-y-4 p-4 sm:flex-row sm:items-center sm:justify-between sm:p-5">
      <div className="grid min-w-0 justify-items-start gap-2">
        <h2 className="title text-lg [overflow-wrap:anywhere]">{name}</h2>
        {running.length > 0 && <Badge tone="success">Running now: {running.join(', ')}</Badge>}
        <p className="min-w-0 text-soft text-sm [overflow-wrap:anywhere]">
          {os}
          {products.length > 0 && `, for ${products.join(', ')}`}
        </p>
        <p className="text-faint text-sm">
          First seen <Moment at={first_seen} />
        </p>
        <p className="text-faint text-sm">
          Last seen <Moment at={last_seen} />
        </p>
      </div>
      <ReleaseDevice device={device} disabled={!mayRelease} />
    </li>
  )
}
