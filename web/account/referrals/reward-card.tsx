import clsx from 'clsx'
import { Check } from 'lucide-react'
import { friendsPerReward, type ReferralRewards } from '#contract/referrals.ts'
import { formatDay } from '../../format.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Redeem } from './redeem.tsx'

/** How far the next free month is, and those that were earned. */
export function RewardCard({ rewards }: { rewards: ReferralRewards }) {
  const { available, friends_missing: missing } = rewards
  const reached = Math.max(0, friendsPerReward - missing)
  const redeemed = rewards.rewards.filter(({ redeemed_at }) => redeemed_at !== null)
  // Named with the call, so that pressing twice redeems one.
  const next = rewards.rewards.findLast(({ redeemed_at }) => redeemed_at === null)
  return (
    <Card>
      <CardHeader
        title="Your next free month"
        detail={`${missing} more ${missing === 1 ? 'friend' : 'friends'} with a purchase to go.`}
      />
      <Steps reached={reached} />
      {available > 0 && next && (
        <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-md border border-success/35 bg-success/8 px-5 py-4">
          <p className="min-w-0 font-[600]">
            {available === 1
              ? 'You have a free month to redeem.'
              : `You have ${available} free months to redeem.`}
          </p>
          <Redeem rewardId={next.id} />
        </div>
      )}
      {redeemed.length > 0 && (
        <div className="mt-6">
          <h3 className="label">Redeemed</h3>
          <ul className="mt-2 divide-y divide-line border-line border-t">
            {redeemed.map(({ id, product_name, redeemed_at }) => (
              <li key={id} className="flex flex-wrap justify-between gap-x-6 py-3">
                <span className="min-w-0 break-words">{product_name}</span>
                <time dateTime={redeemed_at!} className="text-faint text-sm tabular-nums leading-6">
                  {formatDay(redeemed_at!)}
                </time>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}

/** One field for each friend that the next month takes. The sentence above says the same. */
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
