import type { TimeEffects } from '#contract/staff-subscriptions.ts'
import { formatMoment } from '../../format.ts'
import { EffectsBox } from '../effects-box.tsx'
import { lasting } from '../lasting.ts'

type TimeEffectsBoxProps = {
  effects: TimeEffects | undefined
  error: unknown
  asking: boolean
  /** Additional effects. */
  more?: readonly string[]
}

/** The effects of giving or revoking time, from a dry run on the server. */
export function TimeEffectsBox({ effects, more = [], ...asked }: TimeEffectsBoxProps) {
  return (
    <EffectsBox
      {...asked}
      sentences={effects && [...sentences(effects), ...more]}
      hint="Say how long, and it is tried."
    />
  )
}

function sentences({ seconds, before, after }: TimeEffects) {
  const gives = seconds > 0
  const charge = after.next_charge
  return [
    gives && after.lifetime
      ? 'Gives it for life'
      : `${gives ? 'Gives' : 'Takes back'} ${lasting(Math.abs(seconds))}`,
    after.ends_at === null
      ? `It ends at once${before.ends_at ? `, not ${formatMoment(before.ends_at)}` : ''}`
      : after.lifetime
        ? 'It has no end then'
        : before.ends_at && !before.lifetime
          ? `It ends ${formatMoment(after.ends_at)}, not ${formatMoment(before.ends_at)}`
          : `It ends ${formatMoment(after.ends_at)}`,
    ...(before.next_charge && !charge ? ['Ends the renewal'] : []),
    ...(charge && charge !== before.next_charge
      ? [`The renewal is charged ${formatMoment(charge)}`]
      : []),
    ...(after.role && !before.role ? ['Gives the Discord role'] : []),
    ...(before.role && !after.role ? ['Removes the Discord role'] : []),
  ]
}
