import { type PriceChange, staffPriceChanges } from '#contract/selling/staff-price-changes.ts'
import { formatDay, formatPeople } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { AskReason } from '../ask-reason.tsx'
import { Effects } from '../effects.tsx'
import { CardPager } from '../list/card-pager.tsx'
import { effectsOfCancel, monthOf, standingOf } from './price-change-words.ts'

type PriceChangesProps = {
  changes: readonly PriceChange[]
  page: number
  limit: number
  total: number
}

/** Earlier price changes and their progress. */
export function PriceChanges({ changes, page, limit, total }: PriceChangesProps) {
  if (total === 0) return null
  return (
    <Card>
      <CardHeader title="Price changes" />
      <ul className="divide-y divide-line border-line border-t">
        {changes.map((change) => (
          <li
            key={change.id}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4"
          >
            <Change change={change} />
            {change.counts.waiting + change.counts.announced > 0 && <Cancel change={change} />}
          </li>
        ))}
      </ul>
      <CardPager
        name="moves"
        page={page}
        size={limit}
        total={total}
        nouns={['change', 'changes']}
      />
    </Card>
  )
}

function Change({ change }: { change: PriceChange }) {
  const { by, reason, created_at, people, month, applies_from, canceled_at, canceled_by } = change
  return (
    <div className="min-w-0 flex-1 basis-72">
      <p className="font-[600] [overflow-wrap:anywhere]">{reason}</p>
      <p className="mt-1 text-soft text-sm">
        {formatPeople(people)}, {monthOf(month)}: {standingOf(change)}
      </p>
      <p className="mt-1 text-faint text-sm [overflow-wrap:anywhere]">
        By {by}, <Moment at={created_at} />
        {applies_from && `. The higher price applies from ${formatDay(applies_from)}`}
        {canceled_at && canceled_by && `. Canceled by ${canceled_by}, ${formatDay(canceled_at)}`}
      </p>
    </div>
  )
}

function Cancel({ change }: { change: PriceChange }) {
  const params = { id: change.id }
  return (
    <AskReason
      draft={`cancel-price-change ${change.id}`}
      call={staffPriceChanges.cancel}
      toInput={(reason) => ({ params, body: { reason } })}
      title="Cancel this price change?"
      confirm="Cancel price change"
      cancel="Keep it"
      done="Price change canceled"
      failed="Failed to cancel the price change"
      button={(ask) => (
        <Button size="small" onClick={ask}>
          Cancel price change{' '}
        </Button>
      )}
    >
      <Effects
        call={staffPriceChanges.previewCancel}
        input={{ params }}
        toSentences={effectsOfCancel}
      />
    </AskReason>
  )
}
