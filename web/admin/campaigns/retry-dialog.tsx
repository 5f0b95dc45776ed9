import { useState } from 'react'
import { type Campaign, campaigns } from '#contract/people/campaigns.ts'
import { useAction } from '../../api/action.ts'
import { formatPeople } from '../../format.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Confirm } from '../../ui/confirm.tsx'

type RetryDialogProps = { campaign: Campaign; open: boolean; onClose: () => void }

/**
 * Sends the campaign again to recipients whose delivery failed, and, when staff tick it, to those whose
 * delivery is uncertain.
 */
export function RetryDialog({ campaign, open, onClose }: RetryDialogProps) {
  const { id, counts } = campaign
  const [unknown, setUnknown] = useState(false)
  const retry = useAction(campaigns.retry, {
    done: 'Retrying failed deliveries',
    failed: 'Failed to retry',
    onDone() {
      setUnknown(false)
      close()
    },
  })
  function close() {
    retry.clear()
    onClose()
  }

  return (
    <Confirm
      open={open}
      onClose={close}
      title="Retry failed deliveries?"
      confirm="Try Again"
      pending={retry.pending}
      problem={retry.error}
      onConfirm={() => retry.run({ params: { id }, body: { unknown } })}
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
    </Confirm>
  )
}
