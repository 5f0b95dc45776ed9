import { Clock, MonitorX } from 'lucide-react'
import type { Device } from '#contract/licensing/devices.ts'
import { type DeviceHappening, staffDevices } from '#contract/licensing/staff-devices.ts'
import type { User } from '#contract/people/staff-users.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { formatDay } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { AskReason } from '../ask-reason.tsx'
import { CardPager } from '../list/card-pager.tsx'
import { cardRows } from './load-user.ts'

type DevicesCardProps = {
  user: User
  bound: { devices: readonly Device[]; total: number; next_release_at: string | null }
  history: readonly DeviceHappening[]
  total: number
  pages: { computers: number; devices: number }
}

export function DevicesCard(props: DevicesCardProps) {
  const { user, bound, history, total, pages } = props
  const nextRelease = bound.next_release_at
  return (
    <Card>
      <CardHeader
        title="Devices"
        detail={
          nextRelease &&
          isolated`${user.username} can release one again on ${formatDay(nextRelease)}.`
        }
        actions={nextRelease && <LiftCooldown user={user} />}
      />
      {bound.total === 0 && <p className="text-soft">No devices yet.</p>}
      <ul className="divide-y divide-line">
        {bound.devices.map((device) => (
          <DeviceRow key={device.id} user={user} device={device} />
        ))}
      </ul>
      <CardPager
        name="computers"
        page={pages.computers}
        size={cardRows}
        total={bound.total}
        nouns={['device', 'devices']}
      />
      {total > 0 && (
        <>
          <h3 className="label mt-6 mb-1">History</h3>
          <ul className="divide-y divide-line">
            {history.map((happening) => (
              <Happening key={happening.id} happening={happening} />
            ))}
          </ul>
        </>
      )}
      <CardPager
        name="devices"
        page={pages.devices}
        size={cardRows}
        total={total}
        nouns={['entry', 'entries']}
      />
    </Card>
  )
}

function DeviceRow({ user, device }: { user: User; device: Device }) {
  const { id, name, os, running, products, first_seen, last_seen } = device
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="grid min-w-0 flex-1 basis-56 justify-items-start gap-1">
        <p className="min-w-0 font-[600] [overflow-wrap:anywhere]">{name || 'Unnamed device'}</p>
        {running.length > 0 && <Badge tone="success">Running now: {running.join(', ')}</Badge>}
        <p className="min-w-0 text-soft text-sm [overflow-wrap:anywhere]">
          {[os, products.length > 0 && `for ${products.join(', ')}`].filter(Boolean).join(', ')}
        </p>
        <p className="text-faint text-sm">
          First seen <Moment at={first_seen} />
        </p>
        <p className="text-faint text-sm">
          Last seen <Moment at={last_seen} />
        </p>
      </div>
      <AskReason
        draft={`device ${id}`}
        call={staffDevices.reset}
        toInput={(reason) => ({
          params: { uid: user.uid, id },
          body: { reason },
        })}
        button={(ask) => (
          <Button size="small" onClick={ask} aria-label={`Reset ${name}`}>
            <MonitorX size={16} aria-hidden="true" />
            Reset
          </Button>
        )}
        title="Reset this device?"
        confirm="Reset"
        done="Device reset successfully"
        failed="Failed to reset the device"
      >
        What runs on <strong className="text-ink [overflow-wrap:anywhere]">{name}</strong> ends
        within minutes, and another device can take its place.
      </AskReason>
    </li>
  )
}

function LiftCooldown({ user }: { user: User }) {
  return (
    <AskReason
      draft={`cooldown ${user.uid}`}
      call={staffDevices.liftCooldown}
      toInput={(reason) => ({ params: { uid: user.uid }, body: { reason } })}
      button={(ask) => (
        <Button size="small" onClick={ask}>
          <Clock size={16} aria-hidden="true" />
          Lift the cooldown
        </Button>
      )}
      title="Lift the cooldown?"
      confirm="Lift it"
      done="Cooldown lifted"
      failed="Failed to lift the cooldown"
    >
      <strong className="text-ink">{user.username}</strong> can then release a device at once. What
      they released before no longer counts.
    </AskReason>
  )
}

const words: Record<DeviceHappening['kind'], string> = {
  bound: 'Bound',
  drifted: 'Changed in parts',
  mismatched: 'Started elsewhere',
  released: 'Released',
  reset: 'Reset',
  cooldown_lifted: 'Cooldown lifted',
}

function Happening({ happening }: { happening: DeviceHappening }) {
  const { kind, device, by, reason, parts, created_at } = happening
  const about = [
    device,
    parts.length > 0 && parts.join(', '),
    by ? `by ${by}` : kind === 'released' && 'by the customer',
    reason && `“${reason}”`,
  ]
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-3">
      <Badge tone={kind === 'mismatched' ? 'warning' : 'neutral'}>{words[kind]}</Badge>
      <p className="min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">
        {about.filter(Boolean).join(' · ')}
      </p>
      <span className="text-faint text-sm">
        <Moment at={created_at} />
      </span>
    </li>
  )
}
