import type { TimeEffects } from '#contract/staff-subscriptions.ts'
import { messageOf } from '../../api/error.ts'
import { formatMoment } from '../../format.ts'
import { lasting } from '../lasting.ts'

type TimeEffectsBoxProps = {
  effects: TimeEffects | undefined
  error: unknown
  asking: boolean
  /** What happens besides. */
  more?: readonly string[]
}

/** What giving time or taking it back will do, as the server has tried it. */
export function TimeEffectsBox({ effects, error, asking, more = [] }: TimeEffectsBoxProps) {
  return (
    <section aria-label="What will happen" className="surface min-w-0 self-start p-4">
      <h3 className="label mb-3">What will happen</h3>
      <div aria-live="polite" aria-busy={asking} className={asking ? 'opacity-60' : undefined}>
        {error ? (
          <p className="text-danger text-sm [overflow-wrap:anywhere]">
            {messageOf(error, 'It cannot be done so')}
          </p>
        ) : effects ? (
          <ul className="grid list-disc gap-2 pl-5 text-sm [overflow-wrap:anywhere]">
            {[...sentences(effects), ...more].map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        ) : (
          <p className="text-faint text-sm">
            {asking ? 'Trying it...' : 'Say how long, and it is tried.'}
          </p>
        )}
      </div>
    </section>
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
