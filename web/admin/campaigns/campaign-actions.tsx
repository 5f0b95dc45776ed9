import { Pause, Play, X } from 'lucide-react'
import { type Campaign, campaigns } from '#contract/people/campaigns.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { formatPeople } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { RetryFailures } from './retry-failures.tsx'

export function CampaignActions({ campaign }: { campaign: Campaign }) {
  const { id, status, counts } = campaign
  const waiting = counts.queued + counts.sending
  const input = { params: { id } }
  const pause = useAction(campaigns.pause, {
    done: 'Campaign paused',
    failed: 'Failed to pause the campaign',
    failureIn: 'toast',
    reload: 'always',
  })
  const resume = useAction(campaigns.resume, {
    done: 'Campaign resumed',
    failed: 'Failed to resume the campaign',
    failureIn: 'toast',
    reload: 'always',
  })
  const cancel = useAction(campaigns.cancel, {
    done: 'Campaign cancelled',
    failed: 'Failed to cancel the campaign',
    reload: 'always',
  })

  return (
    <>
      {status === 'running' && (
        <Button loading={pause.pending} onClick={() => pause.run(input)}>
          <Pause size={16} aria-hidden="true" />
          Pause
        </Button>
      )}
      {status === 'paused' && (
        <Button look="primary" loading={resume.pending} onClick={() => resume.run(input)}>
          <Play size={16} aria-hidden="true" />
          Resume
        </Button>
      )}
      <ConfirmAction
        action={cancel}
        input={[input]}
        button={(ask) =>
          (status === 'running' || status === 'paused') && (
            <Button onClick={ask}>
              <X size={16} aria-hidden="true" />
              Cancel Campaign
            </Button>
          )
        }
        title="Cancel this campaign?"
        confirm="Cancel Campaign"
        cancel="Keep It"
        danger
      >
        <p>
          {formatPeople(waiting)} {waiting === 1 ? 'has' : 'have'} not received it yet and will not
          receive it. {formatPeople(counts.sent)} already {counts.sent === 1 ? 'has' : 'have'} it. A
          cancelled campaign cannot be resumed.
        </p>
      </ConfirmAction>
      <RetryFailures campaign={campaign} />
    </>
  )
}
