import type { RefundEffects } from '#contract/staff-refunds.ts'
import { failureOf } from '../../api/error.ts'
import { formatMoment, formatPrice } from '../../format.ts'
import { lasting } from '../lasting.ts'

type EffectsProps = {
  effects: RefundEffects | undefined
  error: unknown
  asking: boolean
}

/** What the refund will do, as the server has tried it. */
export function Effects({ effects, error, asking }: EffectsProps) {
  return (
    <section aria-label="What will happen" className="surface min-w-0 p-4">
      <h3 className="label mb-3">What will happen</h3>
      <div aria-live="polite" aria-busy={asking} className={asking ? 'opacity-60' : undefined}>
        {error ? (
          <p className="whitespace-pre-line text-danger text-sm [overflow-wrap:anywhere]">
            {failureOf(error, 'It cannot be done so')}
          </p>
        ) : effects ? (
          <ul className="grid list-disc gap-2 pl-5 text-sm [overflow-wrap:anywhere]">
            {sentences(effects).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        ) : (
          <p className="text-faint text-sm">
            {asking ? 'Trying it...' : 'Tick what is given back, and it is tried.'}
          </p>
        )}
      </div>
    </section>
  )
}

function sentences({ amount, time, codes, referrer, roles, renewal, whole }: RefundEffects) {
  return [
    whole
      ? `Gives ${formatPrice(amount)} back: the order is refunded then`
      : `Gives ${formatPrice(amount)} back: the order stays finished`,
    ...time.map(({ product, seconds, ends_before, ends_at, over }) =>
      over
        ? `Takes ${lasting(seconds)} of ${product}: it ends at once, not ${formatMoment(ends_before)}`
        : `Takes ${lasting(seconds)} of ${product}: ends ${formatMoment(ends_at)}, not ${formatMoment(ends_before)}`,
    ),
    ...(time.length === 0 ? ['Takes no time'] : []),
    ...codes.map((code) => `Gives the code ${code} back`),
    ...(referrer ? [`Takes back ${referrer}’s referral`] : []),
    ...roles.map((product) => `Removes the Discord role of ${product}`),
    ...(renewal ? ['Stops the renewal'] : []),
    'Mails the customer',
  ]
}
