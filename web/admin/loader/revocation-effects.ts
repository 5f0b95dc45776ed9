import type { RevocationEffects } from '#contract/licensing/staff-revocations.ts'
import { formatCount, formatCounted, formatMoment } from '../../format.ts'

const whom = ({ customers, builds }: RevocationEffects) =>
  `${formatCounted(customers, 'customer')}, ${formatCounted(builds, 'build')}`

/** Describes the effects of a revocation. */
export function revokeSentences(effects: RevocationEffects) {
  const { building, before, sessions, offline_hours, offline_until } = effects
  return [
    whom(effects),
    ...(before.suspended > 0
      ? [`${formatCount(before.suspended)} of these are already suspended`]
      : []),
    ...(building > 0 ? [`${formatCount(building)} of these are still being built`] : []),
    gamesEnding(sessions),
    offline_hours > 0 && offline_until
      ? `Offline use is allowed for up to ${offline_hours} h: devices that are offline may keep running until ${formatMoment(offline_until)}`
      : 'Offline use is off: no device can keep running',
  ]
}

function gamesEnding(sessions: number) {
  if (sessions === 0) return 'No game is running with these loaders'
  if (sessions === 1) return '1 running game ends at its next heartbeat'
  return `${formatCount(sessions)} running games end at their next heartbeat`
}

/** Describes the effects of undoing a revocation. */
export function undoSentences(effects: RevocationEffects) {
  const { builds, after } = effects
  if (builds === 0) return ['No build changes: other revocations still apply to them']
  return [
    whom(effects),
    ...(after.active > 0
      ? [`${formatCount(after.active)} ${after.active === 1 ? 'works' : 'work'} again`]
      : []),
    ...(after.suspended > 0 ? [`${formatCount(after.suspended)} will be suspended`] : []),
    ...(after.revoked > 0 ? [`${formatCount(after.revoked)} will be revoked`] : []),
  ]
}
