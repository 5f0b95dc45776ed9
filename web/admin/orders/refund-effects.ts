import type { RefundEffects } from '#contract/selling/staff-refunds.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { timeOf } from '#contract/wire/terms.ts'
import { formatCounted, formatMoment, formatPrice } from '../../format.ts'
import { lasting } from '../lasting.ts'

/** Describes the effects of a refund. */
export function refundSentences(effects: RefundEffects) {
  const { amount, time, renewal, credit_note, whole } = effects
  return [
    whole
      ? `Refunds ${formatPrice(amount)} and marks the order as refunded`
      : `Refunds ${formatPrice(amount)}; the order stays finished`,
    ...takesTime(time),
    ...usedSinceOffer(time),
    ...(time.length === 0 ? ['Revokes no time'] : []),
    ...undoes(effects),
    ...(renewal ? ['Cancels the renewal'] : []),
    ...makesNote(credit_note),
    'Emails the customer',
  ]
}

export const takesTime = (time: RefundEffects['time']) =>
  time.map(({ product, seconds, ends_before, ends_at, over }) => {
    if (seconds === 0) return `Revokes no time of ${product}: the refunded time is already used`
    const revoked = `Revokes ${timeOf(product, seconds, lasting)}`
    if (!over && !ends_at) return `${revoked}: the rest has no expiry date`
    const end = over ? 'now' : formatMoment(ends_at!)
    return `${revoked}: expires ${end}${ends_before ? ` instead of ${formatMoment(ends_before)}` : ''}`
  })

/** Says which refunded time the customer has used while the payout waited, from an hour on. */
const usedSinceOffer = (time: RefundEffects['time']) =>
  time.flatMap(({ product, used_since_offer: used = 0 }) =>
    used >= 3600
      ? isolated`The customer has used ${inDays(used)} of ${product} since this offer. Withdraw it and offer the rest again if they should not be paid for.`
      : [],
  )

const inDays = (seconds: number) =>
  seconds < 86_400 ? lasting(seconds) : formatCounted(Math.round(seconds / 86_400), 'day')

/** The benefits of an order other than time. */
export const undoes = ({
  codes,
  referrer,
  reward_seconds: revoked,
  roles,
}: Pick<RefundEffects, 'codes' | 'referrer' | 'reward_seconds' | 'roles'>) => [
  ...codes.map((code) => `Releases the code ${code}`),
  ...(referrer ? [`Revokes ${referrer}’s referral`] : []),
  ...(referrer && revoked > 0 ? [`Revokes ${lasting(revoked)} of ${referrer}’s free month`] : []),
  ...roles.map((product) => `Removes the Discord role of ${product}`),
]

export const makesNote = (note: RefundEffects['credit_note']) =>
  note ? [`Issues a credit note of ${formatPrice(note.amount)} for ${note.of}`] : []
