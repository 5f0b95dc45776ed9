import clsx from 'clsx'
import { Check } from 'lucide-react'
import { friendsPerReward, type ReferralRewards } from '#contract/selling/referrals.ts'
import { exactly } from '#contract/wire/lengths.ts'
import { formatDay } from '../../format.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Redeem } from './redeem.tsx'

/** The progress towards the next free month, and the months already earned. */
export function RewardCard({ rewards }: { rewards: ReferralRewards }) {
  const { available, friends_missing } = rewards
  return (
    <Card>
      <CardHeader title="Your next free month" detail={progressOf(rewards)} />
      <Steps reached={friendsPerReward - friends_missing} />
      {available > 0 && (
        <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-md border border-success/35 bg-success/8 px-5 py-4">
          <p className="min-w-0 font-[600]">
            {available === 1
              ? 'You have a free month to redeem.'
              : `You have ${available} free months to redeem.`}
          </p>
          <Redeem redeemed={rewards.redeemed} priceLimit={rewards.price_limit} />
        </div>
      )}
      {rewards.rewards.length > 0 && (
        <div className="mt-6">
          <h3 className="label">Redeemed</h3>
          <ul className="mt-2 divide-y divide-line border-line border-t">
            {rewards.rewards.map(({ id, product_name, redeemed_at, ...revoked }) => (
              <li key={id} className="py-3">
                <div className="flex flex-wrap justify-between gap-x-6">
                  <span className="min-w-0 break-words">{product_name}</span>
                  <time
                    dateTime={redeemed_at}
                    className="text-faint text-sm tabular-nums leading-6"
                  >
                    {formatDay(redeemed_at)}
                  </time>
                </div>
                {revoked.revoked_at && (
                  <p className="text-soft text-sm">{revokedSentence(revoked)}</p>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}

/** `2 of 3 friends count. 1 more is pending and counts on May 3, 2026.` */
function progressOf(rewards: ReferralRewards) {
  const { friends_missing, friends_pending: pending, next_counts_at: next } = rewards
  const counting = friendsPerReward - friends_missing
  const now = `${counting} of ${friendsPerReward} friends ${counting === 1 ? 'counts' : 'count'} so far.`
  if (!next) return now
  return pending === 1
    ? `${now} 1 more is pending and counts on ${formatDay(next)}.`
    : `${now} ${pending} more are pending, and the first of them counts on ${formatDay(next)}.`
}

type Revoked = Pick<ReferralRewards['rewards'][number], 'revoked_at' | 'revoked_seconds'>

function revokedSentence({ revoked_at, revoked_seconds: seconds }: Revoked) {
  const why = `On ${formatDay(revoked_at!)} the payment of a friend who had earned it was refunded or disputed`
  return seconds > 0
    ? `${why}, so we revoked the unused ${exactly(seconds)}.`
    : `${why}. All of it was used, so we revoked nothing.`
}

/** A box for each friend that the next free month requires. The sentence above says the same. */
function Steps({ reached }: { reached: number }) {
  return (
    <div aria-hidden="true" className="grid grid-flow-col auto-cols-fr gap-2">
      {Array.from({ length: friendsPerReward }, (_, step) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place only
          key={step}
          className={clsx(
            'grid h-11 place-items-center rounded-md border font-[650] tabular-nums',
            step < reached
              ? 'border-success/40 bg-success/10 text-success'
              : 'border-edge bg-raised text-faint',
          )}
        >
          {step < reached ? <Check size={18} /> : step + 1}
        </span>
      ))}
    </div>
  )
}
