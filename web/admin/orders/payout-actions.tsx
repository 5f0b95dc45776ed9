import type { Me } from '#contract/platform/sessions.ts'
import { type StaffPayout, staffPayouts } from '#contract/selling/staff-payouts.ts'
import { may, type Result } from '#contract/wire/endpoint.ts'
import { useAction } from '../../api/action.ts'
import { messageOf } from '../../api/error.ts'
import { useDraftDialog } from '../../drafts.ts'
import { formatPrice } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { AskReason } from '../ask-reason.tsx'
import { Effects } from '../effects.tsx'
import { ByHand } from './payout-by-hand.tsx'
import { ApprovePayout, approveDraft, PayoutSent, sentDraft } from './payout-dialogs.tsx'

/** The next steps of a payout that this staff member may take. */
export function PayoutActions({ payout, me }: { payout: StaffPayout; me: Me }) {
  const { id, status, by_server, claim } = payout
  const [approving, setApproving] = useDraftDialog(me.uid, approveDraft(payout))
  const [sending, setSending] = useDraftDialog(me.uid, sentDraft(payout))
  const done = useAction(staffPayouts.done, {
    done: 'Payout marked as arrived',
    failed: 'Failed to mark the payout as arrived',
    say: messageOf,
    failureIn: 'toast',
  })
  const sends = may(me, staffPayouts.sent)
  const approvable = status === 'given' && sends
  const sendable = status === 'approved' && sends && !by_server
  const byOther = claim !== null && claim.uid !== me.uid
  const withdrawable =
    status === 'offered' || status === 'given' || (status === 'approved' && sends && !byOther)
  return (
    <div className="flex flex-wrap gap-3">
      {approvable && (
        <Button size="small" look="primary" onClick={() => setApproving(true)}>
          Approve
        </Button>
      )}
      {sendable && <ByHand payout={payout} me={me} onSent={() => setSending(true)} />}
      {status === 'sent' && sends && !by_server && (
        <Button size="small" loading={done.pending} onClick={() => done.run({ params: { id } })}>
          Mark as Arrived
        </Button>
      )}
      {withdrawable && may(me, staffPayouts.withdraw) && (
        <AskReason
          draft={`withdraw-payout ${id}`}
          call={staffPayouts.withdraw}
          toInput={(reason) => ({ params: { id }, body: { reason } })}
          button={(ask) => (
            <Button size="small" onClick={ask}>
              Withdraw
            </Button>
          )}
          title="Withdraw this payout?"
          confirm="Withdraw"
          done="Payout withdrawn"
          failed="Failed to withdraw the payout"
        >
          {status === 'approved' && (
            <p>
              {by_server
                ? 'BTCPay Server cancels the payout first. If it has already sent the coins, the withdrawal fails.'
                : 'Withdraw only if the coins have not been sent yet. Sent coins cannot be returned.'}
            </p>
          )}
          <Effects
            call={staffPayouts.previewWithdraw}
            input={{ params: { id } }}
            toSentences={withdrawSentences}
          />
        </AskReason>
      )}
      {approving && approvable && (
        <ApprovePayout payout={payout} onClose={() => setApproving(false)} />
      )}
      {sending && sendable && <PayoutSent payout={payout} onClose={() => setSending(false)} />}
    </div>
  )
}

const withdrawSentences = ({ again }: Result<typeof staffPayouts.previewWithdraw>) => [
  'The customer’s link says that the offer has ended',
  `${formatPrice(again)} of this order can be refunded again`,
  'No email is sent to the customer',
]
