import type { Me } from '#contract/sessions.ts'
import { type StaffPayout, staffPayouts } from '#contract/staff-payouts.ts'
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
    done: 'You send it: nobody else does meanwhile',
    failed: 'It could not be taken in hand',
    say: messageOf,
  })
  const release = useAction(staffPayouts.release, {
    done: 'Another may send it',
    failed: 'It could not be given back',
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
            I send it
          </Button>
        )}
        title="Send this payout by hand?"
        confirm="I send it"
      >
        From now on nobody else can send or withdraw it. Send it to its address, then enter the
        transaction here.
      </ConfirmAction>
    )
  if (claim.uid === me.uid)
    return (
      <>
        <Button size="small" look="primary" onClick={onSent}>
          I have sent it
        </Button>
        <Button
          size="small"
          loading={release.pending}
          onClick={() => release.run({ params: { id } })}
        >
          Give it back unsent
        </Button>
      </>
    )
  return (
    <ConfirmAction
      action={take}
      input={[{ params: { id }, body: { take_from: claim.uid } }]}
      button={(ask) => (
        <Button size="small" onClick={ask}>
          Take it over
        </Button>
      )}
      title={`Take this payout over from ${claim.name}?`}
      confirm="Take it over"
      danger
    >
      {claim.name} has had it in hand since {formatMoment(claim.at)} and may have sent it already.
      Ask them first: coins do not come back.
    </ConfirmAction>
  )
}
