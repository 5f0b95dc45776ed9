import { Users } from 'lucide-react'
import {
  friendsPerReward,
  type ReferralRewards,
  type ReferredFriend,
  referrals,
} from '#contract/selling/referrals.ts'
import { api } from '../../api/client.ts'
import { formatCounted, formatPrice } from '../../format.ts'
import { defineTab } from '../dashboard/tab.ts'
import { CodeCard } from './code-card.tsx'
import { Friends } from './friends.tsx'
import { RewardCard } from './reward-card.tsx'

type Data = { code: string | null; friends: ReferredFriend[]; rewards: ReferralRewards }

export const referralsTab = defineTab({
  id: 'referrals',
  label: 'Referrals',
  icon: Users,
  load,
  failed: 'Failed to fetch referral data',
  Panel: Referrals,
})

async function load(): Promise<Data> {
  const [code, friends, rewards] = await Promise.all([
    api(referrals.code),
    api(referrals.history),
    api(referrals.rewards),
  ])
  return { code, friends, rewards }
}

/** The conditions under which a friend counts, from the settings of the shop. */
function rulesOf({ hold_days: days, minimum }: ReferralRewards) {
  const order = `first order of at least a month${minimum === null ? '' : ` and ${formatPrice(minimum)}`}`
  const when =
    days === 0
      ? `A friend counts with their ${order}, until the payment is refunded or disputed.`
      : `A friend counts ${formatCounted(days, 'day')} after their ${order}, if the payment is not refunded or disputed.`
  return `${when} Each person counts once.`
}

function Referrals({ data: { code, friends, rewards } }: { data: Data }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="max-w-[34.5em]">
        <p className="text-lg text-soft">
          You get a free month of any subscription for every {friendsPerReward} referred friends who
          purchase.
        </p>
        <p className="mt-2 text-soft">{rulesOf(rewards)}</p>
      </div>
      <CodeCard code={code} look={rewards.available > 0 ? 'secondary' : 'primary'} />
      <RewardCard rewards={rewards} />
      <Friends friends={friends} />
    </div>
  )
}
