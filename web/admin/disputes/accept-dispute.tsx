import {
  type AcceptEffects,
  type StaffDispute,
  staffDisputes,
} from '#contract/selling/staff-disputes.ts'
import { formatPrice } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { AskReason } from '../ask-reason.tsx'
import { Effects } from '../effects.tsx'
import { lasting } from '../lasting.ts'
import { makesNote, takesTime, undoes } from '../orders/refund-effects.ts'
import { answerTold } from './standing.ts'

/** Accepts a dispute, which concedes it. */
export function AcceptDispute({ dispute: { id } }: { dispute: StaffDispute }) {
  return (
    <AskReason
      draft={`accept-dispute ${id}`}
      call={staffDisputes.accept}
      toInput={(reason) => ({ params: { id }, body: { reason } })}
      button={(ask) => (
        <Button look="quiet" onClick={ask}>
          Accept dispute
        </Button>
      )}
      title="Accept this dispute?"
      confirm="Accept"
      done={answerTold('Dispute accepted')}
      failed="Failed to accept the dispute"
    >
      <p>
        <strong className="text-ink">This is final.</strong> The dispute is lost immediately, and
        the bank does not refund its fee.
      </p>
      <Effects
        call={staffDisputes.previewAccept}
        input={{ params: { id } }}
        toSentences={sentencesOf}
      />
    </AskReason>
  )
}

function sentencesOf(effects: AcceptEffects) {
  const { amount, kept, part, time, renewal, credit_note } = effects
  return [
    `${formatPrice(amount)} goes to the customer`,
    ...(kept > 0 ? [`Does not return the frozen time: ${lasting(kept)}`] : []),
    ...takesTime(time),
    ...undoes(effects),
    ...(renewal ? ['Cancels the renewal'] : []),
    ...(part ? ['The rest of the order continues and can be refunded'] : []),
    ...makesNote(credit_note),
  ]
}
