import { Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AffectedProduct } from '#contract/outages/incidents.ts'
import { Badge } from '../ui/badge.tsx'
import { Since } from './date.tsx'

export const standing: Record<AffectedProduct['status'], string> = {
  operational: 'Operational',
  updating: 'Updating',
  maintenance: 'Under maintenance',
  offline: 'Offline',
}

/** A product's status in one word, if it is down. */
export function StatusBadge({ affected, className }: StatusBadgeProps) {
  if (!affected || affected.status === 'operational') return null
  const { status } = affected
  return (
    <Badge tone={status === 'offline' ? 'danger' : 'warning'} className={className ?? ''}>
      {status === 'maintenance' ? 'Maintenance' : standing[status]}
    </Badge>
  )
}

type StatusBadgeProps = { affected: AffectedProduct | undefined; className?: string }

/** Says since when a product is down, and how lost time is compensated. */
export function Affected({ affected }: { affected: AffectedProduct }) {
  const { status, since, time, from_minutes } = affected
  return (
    <>
      {standing[status]} since <Since at={since} />.
      {time === 'credited' &&
        (from_minutes > 0
          ? ` If this lasts ${lengthOf(from_minutes)} or longer, we credit the lost time afterwards.`
          : ' We credit the lost time afterwards.')}
      {time === 'will_stand_still' &&
        (from_minutes > 0
          ? ` If this lasts ${lengthOf(from_minutes)} or longer, your time is frozen.`
          : ' Your time is frozen.')}
      {time === 'stands_still' && ' Your time is frozen.'}
    </>
  )
}

const lengthOf = (minutes: number) => {
  if (minutes % 60 !== 0) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  return minutes === 60 ? 'one hour' : `${minutes / 60} hours`
}

/** The status of a product that is down, as a line with a warning icon. */
export function AffectedLine({ affected }: { affected: AffectedProduct | undefined }) {
  return (
    affected && (
      <Line>
        <Affected affected={affected} />
      </Line>
    )
  )
}

/**
 * For a subscription whose product is back up or not listed, but whose lost time has not been
 * compensated yet.
 */
export function StandsStill({ since }: { since: string }) {
  return (
    <Line>
      Your time has been frozen since <Since at={since} />.
    </Line>
  )
}

function Line({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-2 text-sm text-warning">
      <Wrench size={16} aria-hidden="true" className="h-[1lh] shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}

/** Returns the product's entry among the affected products. */
export const affectedOf = (all: readonly AffectedProduct[], product: number) =>
  all.find(({ game_id }) => game_id === product)
