import type { RefundEffects } from '#contract/staff-refunds.ts'
import { formatMoment, formatPrice } from '../../format.ts'
import { EffectsBox } from '../effects-box.tsx'
import { lasting } from '../lasting.ts'

type RefundEffectsBoxProps = {
  effects: RefundEffects | undefined
  error: unknown
  asking: boolean
}

/** The effects of the refund, from a dry run on the server. */
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
  const { amount, time, renewal, credit_note, whole } = effects
  return [
    whole
      ? `Gives ${formatPrice(amount)} back: the order is refunded then`
      : `Gives ${formatPrice(amount)} back: the order stays finished`,
    ...takesTime(time),
    ...(time.length === 0 ? ['Takes no time'] : []),
    ...undoes(effects),
    ...(renewal ? ['Stops the renewal'] : []),
    ...makesNote(credit_note),
    'Mails the customer',
  ]
}

export const takesTime = (time: RefundEffects['time']) =>
  time.map(({ product, seconds, ends_before, ends_at, over }) =>
    over
      ? `Takes ${lasting(seconds)} of ${product}: it ends at once, not ${formatMoment(ends_before)}`
      : `Takes ${lasting(seconds)} of ${product}: ends ${formatMoment(ends_at)}, not ${formatMoment(ends_before)}`,
  )

/** The benefits of an order other than time. */
export const undoes = ({
  codes,
  referrer,
  reward_seconds: revoked,
  roles,
}: Pick<RefundEffects, 'codes' | 'referrer' | 'reward_seconds' | 'roles'>) => [
  ...codes.map((code) => `Gives the code ${code} back`),
  ...(referrer ? [`Takes back ${referrer}’s referral`] : []),
  ...(referrer && revoked > 0 ? [`Revokes ${lasting(revoked)} of ${referrer}’s free month`] : []),
  ...roles.map((product) => `Removes the Discord role of ${product}`),
]

export const makesNote = (note: RefundEffects['credit_note']) =>
  note ? [`Makes a credit note of ${formatPrice(note.amount)} for ${note.of}`] : []
