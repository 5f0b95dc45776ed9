import type { Me } from '#contract/platform/sessions.ts'
import { type StaffPayout, staffPayouts } from '#contract/selling/staff-payouts.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { messageOf } from '../../api/error.ts'
import { formatMoment } from '../../format.ts'
import { Button } from '../../ui/button.tsx'

type ByHandProps = { payout: StaffPayout; me: Me; onSent: () => void }

/**
 * An administrator claims the payout before sending the coins, so that no second administrator
 * sends them as well.
 */
export function ByHand({ payout: { id, claim }, me, onSent }: ByHandProps) {
  const take = useAction(staffPayouts.claim, {
    done: 'Payout claimed. Only you can send it now.',
    failed: 'Failed to claim the payout',
    say: messageOf,
  })
  const release = useAction(staffPayouts.release, {
    done: 'Payout released. Any administrator can send it.',
    failed: 'Failed to release the payout',
    say: messageOf,
    failureIn: 'toast',
  })
  if (claim === null)
    return (
      <ConfirmAction
        action={take}
        input={[{ params: { id }, body: {} }]}
        button={(ask) => (
          <Button size="small" look="primary" onClick={ask}>
            Claim Payout
          </Button>
        )}
        title="Send this payout by hand?"
        confirm="Claim Payout"
      >
        Claiming prevents other staff from sending or withdrawing this payout. Send the coins to the
        address, then enter the transaction here.
      </ConfirmAction>
    )
  if (claim.uid === me.uid)
    return (
      <>
        <Button size="small" look="primary" onClick={onSent}>
          Mark as Sent
        </Button>
        <Button
          size="small"
          loading={release.pending}
          onClick={() => release.run({ params: { id } })}
        >
          Release Unsent
        </Button>
      </>
    )
  return (
    <ConfirmAction
      action={take}
      input={[{ params: { id }, body: { take_from: claim.uid } }]}
      button={(ask) => (
        <Button size="small" onClick={ask}>
          Take Over
        </Button>
      )}
      title={`Take this payout over from ${claim.name}?`}
      confirm="Take Over"
      danger
    >
      <bdi>{claim.name}</bdi> claimed this payout at {formatMoment(claim.at)} and may have sent it
      already. Ask them first, because sent coins cannot be returned.
    </ConfirmAction>
  )
}
