import type { RefundEffects } from '#contract/staff-refunds.ts'
import { formatMoment, formatPrice } from '../../format.ts'
import { EffectsBox } from '../effects-box.tsx'
import { lasting } from '../lasting.ts'

type RefundEffectsBoxProps = {
  effects: RefundEffects | undefined
  error: unknown
  asking: boolean
}

/** What the refund will do, as the server has tried it. */
export function RefundEffectsBox({ effects, ...asked }: RefundEffectsBoxProps) {
  return (
    <EffectsBox
      {...asked}
      sentences={effects && sentences(effects)}
      hint="Say what is given back, and it is tried."
    />
  )
}

function sentences(effects: RefundEffects) {
  const { amount, time, codes, referrer, roles, renewal, credit_note, whole } = effects
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
    ...(credit_note
      ? [`Makes a credit note of ${formatPrice(credit_note.amount)} for ${credit_note.of}`]
      : []),
    'Mails the customer',
  ]
}
