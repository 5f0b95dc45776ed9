import { mailSuppressions, type Suppression } from '#contract/platform/mail-suppressions.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { Button } from '../../ui/button.tsx'

export function RemoveSuppression({ suppression }: { suppression: Suppression }) {
  const { email, reason } = suppression

  const remove = useAction(mailSuppressions.remove, {
    done: 'Address removed from the list',
    failed: 'Failed to remove the address',
  })

  return (
    <ConfirmAction
      action={remove}
      input={[{ body: { email } }]}
      button={(ask) => (
        <Button size="small" aria-label={`Remove ${email}`} onClick={ask}>
          Remove
        </Button>
      )}
      title="Send campaigns to this address again?"
      confirm="Remove from List"
      danger
    >
      <p className="break-words">
        <strong className="text-ink">{email}</strong> will receive campaigns again.
        {(reason === 'unsubscribed' || reason === 'complained') &&
          ' The recipient opted out. Remove the address only if they ask you to.'}
      </p>
    </ConfirmAction>
  )
}
