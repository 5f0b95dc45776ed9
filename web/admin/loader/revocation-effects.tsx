import type { RevocationEffects } from '#contract/staff-revocations.ts'
import { formatCount, formatCounted, formatMoment } from '../../format.ts'
import { EffectsBox } from '../effects-box.tsx'

type RevocationEffectsBoxProps = {
  effects: RevocationEffects | undefined
  error: unknown
  asking: boolean
  hint?: string
  /** The revocation is being undone. */
  undo?: boolean
}

/** The effects of a revocation or of undoing it, from a dry run on the server. */
export function RevocationEffectsBox({
  effects,
  hint = '',
  undo,
  ...asked
}: RevocationEffectsBoxProps) {
  const sentences = effects && (undo ? restoring(effects) : revoking(effects))
  return <EffectsBox {...asked} sentences={sentences} hint={hint} />
}

const whom = ({ customers, builds }: RevocationEffects) =>
  `${formatCounted(customers, 'customer')}, ${formatCounted(builds, 'build')}`

function revoking(effects: RevocationEffects) {
  const { building, before, sessions, offline_hours, offline_until } = effects
  return [
    whom(effects),
    ...(before.suspended > 0
      ? [`${formatCount(before.suspended)} of these are suspended now`]
      : []),
    ...(building > 0 ? [`${formatCount(building)} of these are being made`] : []),
    gamesEnding(sessions),
    offline_hours > 0 && offline_until
      ? `Offline up to ${offline_hours} h: a computer without the internet cannot be reached before ${formatMoment(offline_until)}`
      : 'No computer may go on without the shop',
  ]
}

function gamesEnding(sessions: number) {
  if (sessions === 0) return 'No game runs with them now'
  if (sessions === 1) return '1 game that runs now ends with the next heartbeat'
  return `${formatCount(sessions)} games that run now end with the next heartbeat`
}

function restoring(effects: RevocationEffects) {
  const { builds, after } = effects
  if (builds === 0) return ['No build: others that stand hold for the same']
  return [
    whom(effects),
    ...(after.active > 0
      ? [`${formatCount(after.active)} ${after.active === 1 ? 'runs' : 'run'} again`]
      : []),
    ...(after.suspended > 0 ? [`${formatCount(after.suspended)} are suspended again`] : []),
    ...(after.revoked > 0 ? [`${formatCount(after.revoked)} are revoked again`] : []),
  ]
}
