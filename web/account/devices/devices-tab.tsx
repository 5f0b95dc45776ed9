import { MonitorSmartphone } from 'lucide-react'
import { Link } from 'react-router'
import { type Device, devices, type UnplayedPairing } from '#contract/licensing/devices.ts'
import { secondFactor } from '#contract/platform/second-factor.ts'
import { api } from '../../api/client.ts'
import { lenient } from '../../api/lenient.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { textLinkClass } from '../auth-page.tsx'
import { defineTab } from '../dashboard/tab.ts'
import { nextRelease } from './next-release.ts'
import { ReleaseDevice } from './release-device.tsx'
import { SignOutDevice } from './sign-out-device.tsx'

type Data = {
  devices: Device[]
  unplayed: UnplayedPairing[]
  next_release_at: string | null
  hasFactor: boolean
}

export const devicesTab = defineTab<Data>({
  id: 'devices',
  label: 'Devices',
  icon: MonitorSmartphone,
  load,
  failed: 'Failed to load devices',
  Panel: Devices,
})

/** If the second factor cannot be loaded, the password is enough. */
async function load(): Promise<Data> {
  const [listed, factor] = await Promise.all([api(devices.list), lenient(api(secondFactor.get))])
  return { ...listed, hasFactor: Boolean(factor?.turned_on_at) }
}

function Devices({ data }: { data: Data }) {
  if (data.devices.length + data.unplayed.length === 0) {
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
        Start the loader on your computer, then enter the code that it shows on{' '}
        <Link to="/link" className={textLinkClass}>
          Link a device
        </Link>
        . Linked computers are listed here.
      </EmptyState>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      {data.next_release_at && (
        <p className="text-soft">
          {nextRelease(data.next_release_at)} You can sign out a device at any time.
        </p>
      )}
      <ul className="grid gap-4">
        {data.devices.map((device) => (
          <DeviceCard
            key={device.id}
            device={device}
            mayRelease={!data.next_release_at}
            hasFactor={data.hasFactor}
          />
        ))}
        {data.unplayed.map((pairing) => (
          <UnplayedCard key={pairing.id} pairing={pairing} />
        ))}
      </ul>
      <LinkButton to="/link" className="justify-self-start">
        Link another device
      </LinkButton>
    </div>
  )
}

const cardClass =
  'surface notch-5 flex flex-col gap-x-6 gap-y-4 p-4 sm:flex-row sm:items-center sm:justify-between sm:p-5'

type DeviceCardProps = { device: Device; mayRelease: boolean; hasFactor: boolean }

function DeviceCard({ device, mayRelease, hasFactor }: DeviceCardProps) {
  const { name, os, first_seen, last_seen, running, products, pairing } = device
  return (
    <li className={cardClass}>
      <div className="grid min-w-0 justify-items-start gap-2">
        <h2 className="title text-lg [overflow-wrap:anywhere]">{name}</h2>
        {running.length > 0 && <Badge tone="success">Running now: {running.join(', ')}</Badge>}
        {pairing === null && <Badge>Signed out</Badge>}
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
      <div className="flex shrink-0 flex-wrap gap-2.5 self-start sm:self-center">
        {pairing !== null && <SignOutDevice pairing={pairing} name={name} keepsPlaces />}
        <ReleaseDevice device={device} disabled={!mayRelease} hasFactor={hasFactor} />
      </div>
    </li>
  )
}

function UnplayedCard({ pairing: { id, name, os, paired_at } }: { pairing: UnplayedPairing }) {
  return (
    <li className={cardClass}>
      <div className="grid min-w-0 justify-items-start gap-2">
        <h2 className="title text-lg [overflow-wrap:anywhere]">{name}</h2>
        <Badge>Not played yet</Badge>
        <p className="min-w-0 text-soft text-sm [overflow-wrap:anywhere]">{os}</p>
        <p className="text-faint text-sm">
          Linked <Moment at={paired_at} />
        </p>
      </div>
      <div className="shrink-0 self-start sm:self-center">
        <SignOutDevice pairing={id} name={name} />
      </div>
    </li>
  )
}
