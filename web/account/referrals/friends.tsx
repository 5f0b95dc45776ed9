import { useState } from 'react'
import type { FriendState, ReferredFriend } from '#contract/selling/referrals.ts'
import { formatDay } from '../../format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Pagination } from '../../ui/pagination.tsx'

const onPage = 10

/** A badge for each state, and a sentence that says why. */
const states: Record<FriendState, { badge: string; tone?: Tone; why?: string }> = {
  rewarded: { badge: 'Counted', tone: 'success', why: 'Earned a free month that you redeemed.' },
  counted: { badge: 'Counts', tone: 'success', why: 'Counts towards a free month.' },
  pending: { badge: 'Pending', tone: 'warning' },
  no_order: { badge: 'Signed up', why: 'Has not bought anything yet.' },
  too_short: { badge: 'Does not count', why: 'Has only bought terms of less than a month.' },
  too_small: { badge: 'Does not count', why: 'The order was below the minimum.' },
  reversed: { badge: 'Does not count', why: 'The payment was refunded or disputed.' },
  same_person: {
    badge: 'Does not count',
    why: 'Has the same card, device, Discord account or mailbox as you or another friend. Each person counts once.',
  },
  deleted: { badge: 'Does not count', why: 'The account was deleted.' },
}

const whyOf = ({ state, counts_at }: ReferredFriend) =>
  counts_at
    ? `Counts on ${formatDay(counts_at)}, unless the payment is refunded or disputed.`
    : states[state].why

/** Friends who signed up with the customer's code, newest first, and whether they count. */
export function Friends({ friends }: { friends: ReferredFriend[] }) {
  const [page, setPage] = useState(1)
  const last = Math.max(1, Math.ceil(friends.length / onPage))
  const shown = Math.min(page, last)
  return (
    <section aria-labelledby="referral-history" className="mt-2">
      <h2 id="referral-history" className="title mb-4 text-xl">
        Referral history
      </h2>
      {friends.length === 0 ? (
        <p className="surface px-5 py-10 text-center text-soft">
          Nobody has signed up with your code yet.
        </p>
      ) : (
        <ul className="surface divide-y divide-line">
          {friends.slice((shown - 1) * onPage, shown * onPage).map((friend, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: deleted users share one name
            <li key={row} className="flex items-center gap-4 px-5 py-3.5">
              <Avatar name={friend.username} />
              <div className="min-w-0 grow">
                <div className="sm:flex sm:items-baseline sm:justify-between sm:gap-6">
                  <p className="truncate font-[600]">{friend.username}</p>
                  <time dateTime={friend.created_at} className="text-faint text-sm tabular-nums">
                    {formatDay(friend.created_at)}
                  </time>
                </div>
                <p className="text-soft text-sm">{whyOf(friend)}</p>
              </div>
              <span className="flex shrink-0 justify-end sm:w-32">
                <Badge tone={states[friend.state].tone}>{states[friend.state].badge}</Badge>
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex justify-center">
        <Pagination page={shown} last={last} onChange={setPage} />
      </div>
    </section>
  )
}
