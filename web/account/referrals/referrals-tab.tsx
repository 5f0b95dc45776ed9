import { Users } from 'lucide-react'
import {
  friendsPerReward,
  type ReferralRewards,
  type ReferredFriend,
  referrals,
} from '#contract/referrals.ts'
import { api } from '../../api/client.ts'
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

function Referrals({ data: { code, friends, rewards } }: { data: Data }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <p className="max-w-[34.5em] text-lg text-soft">
        You get a free month of any subscription for every {friendsPerReward} referred friends who
        purchase.
      </p>
      <CodeCard code={code} look={rewards.available > 0 ? 'secondary' : 'primary'} />
      <RewardCard rewards={rewards} />
      <Friends friends={friends} />
    </div>
  )
}
