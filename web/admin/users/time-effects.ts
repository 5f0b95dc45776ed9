import type { TimeEffects } from '#contract/access/staff-subscriptions.ts'
import { formatMoment } from '../../format.ts'
import { lasting } from '../lasting.ts'

/** Describes the effects of giving or revoking time. */
export function timeSentences({ seconds, before, after }: TimeEffects) {
  const gives = seconds > 0
  const charge = after.next_charge
  return [
    gives && after.lifetime
      ? 'Gives a lifetime'
      : `${gives ? 'Gives' : 'Revokes'} ${lasting(Math.abs(seconds))}`,
    after.ends_at === null
      ? `Expires now${before.ends_at && !before.lifetime ? ` instead of ${formatMoment(before.ends_at)}` : ''}`
      : after.lifetime
        ? 'No expiry date'
        : before.ends_at && !before.lifetime
          ? `Expires ${formatMoment(after.ends_at)} instead of ${formatMoment(before.ends_at)}`
          : `Expires ${formatMoment(after.ends_at)}`,
    ...(before.next_charge && !charge ? ['Cancels the renewal'] : []),
    ...(charge && charge !== before.next_charge
      ? [`Next renewal charge: ${formatMoment(charge)}`]
      : []),
    ...(after.role && !before.role ? ['Gives the Discord role'] : []),
    ...(before.role && !after.role ? ['Removes the Discord role'] : []),
  ]
}
