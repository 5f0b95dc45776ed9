import {
  type Gift,
  staffSubscriptions,
  type TimeEffects,
} from '#contract/access/staff-subscriptions.ts'
import { isLifetime } from '#contract/wire/terms.ts'
import { Button } from '../../ui/button.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { AskReason } from '../ask-reason.tsx'
import { Effects } from '../effects.tsx'
import { lasting } from '../lasting.ts'
import { timeSentences } from './time-effects.ts'

type GiftsProps = { uid: number; gifts: readonly Gift[] }

/** The time that staff gave in the last 24 hours and that can still be revoked. */
export function Gifts({ uid, gifts }: GiftsProps) {
  if (gifts.length === 0) return null
  return (
    <>
      <h3 className="label mt-6 mb-1">Given in the last 24 hours</h3>
      <ul className="divide-y divide-line">
        {gifts.map((gift) => (
          <li
            key={gift.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 last:pb-0"
          >
            <div className="min-w-0 flex-1 basis-56 text-sm [overflow-wrap:anywhere]">
              <p className="font-[600]">
                {amountOf(gift)} of {gift.product_name}
              </p>
              <p className="text-faint">
                <Moment at={gift.created_at} /> by {gift.by ?? 'a deleted user'}
                {gift.reason && `: ${gift.reason}`}
              </p>
              {gift.taken_back > 0 && (
                <p className="text-faint">Revoked: {lasting(gift.taken_back)}.</p>
              )}
            </div>
            {gift.can_undo && <UndoGift uid={uid} gift={gift} />}
          </li>
        ))}
      </ul>
    </>
  )
}

const amountOf = ({ seconds }: Gift) => (isLifetime(seconds) ? 'A lifetime' : lasting(seconds))

function UndoGift({ uid, gift }: { uid: number; gift: Gift }) {
  const params = { uid: String(uid), gift: gift.id }
  return (
    <AskReason
      draft={`undo-gift ${gift.id}`}
      call={staffSubscriptions.undo}
      toInput={(reason) => ({ params, body: { reason } })}
      button={(ask) => (
        <Button
          size="small"
          aria-label={`Undo: ${amountOf(gift)} of ${gift.product_name}`}
          onClick={ask}
        >
          Undo
        </Button>
      )}
      title="Revoke this time?"
      confirm="Revoke Time"
      done={({ seconds }) => `Revoked: ${lasting(-seconds)}`}
      failed="Failed to revoke the time"
    >
      <Effects
        call={staffSubscriptions.previewUndo}
        input={{ params }}
        toSentences={undoSentences}
      />
    </AskReason>
  )
}

const undoSentences = (effects: TimeEffects) => [
  ...timeSentences(effects),
  'No email is sent to the customer',
]
