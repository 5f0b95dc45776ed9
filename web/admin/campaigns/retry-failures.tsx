import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { type Campaign, campaigns } from '#contract/people/campaigns.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { formatPeople } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'

/**
 * Sends the campaign again to recipients whose delivery failed, and, when staff tick it, to those whose
 * delivery is uncertain.
 */
export function RetryFailures({ campaign: { id, status, counts } }: { campaign: Campaign }) {
  const [unknown, setUnknown] = useState(false)
  const retry = useAction(campaigns.retry, {
    done: 'Retrying failed deliveries',
    failed: 'Failed to retry',
    onDone: () => setUnknown(false),
  })
  return (
    <ConfirmAction
      action={retry}
      input={[{ params: { id }, body: { unknown } }]}
      button={(ask) =>
        status !== 'cancelled' &&
        counts.failed + counts.unknown > 0 && (
          <Button onClick={ask}>
            <RotateCcw size={16} aria-hidden="true" />
            Retry Failures
          </Button>
        )
      }
      title="Retry failed deliveries?"
      confirm="Try Again"
    >
      <p>
        {counts.failed > 0
          ? `The email is sent again to ${formatPeople(counts.failed)} whose mail server refused it.`
          : 'No mail server refused the email.'}
      </p>
      {counts.unknown > 0 && (
        <Checkbox
          label={`Also to ${formatPeople(counts.unknown)} with an unknown outcome`}
          hint="The connection broke or the server stopped during delivery. They may receive the email twice."
          checked={unknown}
          onChange={(event) => setUnknown(event.target.checked)}
        />
      )}
    </ConfirmAction>
  )
}
