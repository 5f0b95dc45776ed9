import { useState } from 'react'
import type { ReferredFriend } from '#contract/referrals.ts'
import { formatDay } from '../../format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Pagination } from '../../ui/pagination.tsx'

const onPage = 10

/** Who signed up with the customer's code, newest first. */
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
              <div className="min-w-0 grow sm:flex sm:items-baseline sm:justify-between sm:gap-6">
                <p className="truncate font-[600]">{friend.username}</p>
                <time dateTime={friend.created_at} className="text-faint text-sm tabular-nums">
                  {formatDay(friend.created_at)}
                </time>
              </div>
              <span className="flex shrink-0 justify-end sm:w-24">
                {friend.purchased ? (
                  <Badge tone="success">Purchased</Badge>
                ) : (
                  <Badge>Signed up</Badge>
                )}
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
