import { Pause, Play, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { api } from '../../api/client.ts'
import { failureOf, isSessionOver } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.ts'
import { people } from './people.ts'
import { RetryDialog } from './retry-dialog.tsx'

type Turn = 'pause' | 'resume' | 'cancel'
const said = { pause: 'paused', resume: 'resumed', cancel: 'cancelled' }

export function CampaignActions({ campaign }: { campaign: Campaign }) {
  const { id, status, counts } = campaign
  const [working, setWorking] = useState(false)
  const [asking, setAsking] = useState<'cancel' | 'retry' | null>(null)
  const { revalidate } = useRevalidator()
  const waiting = counts.queued + counts.sending

  /** Resolves to why it did not work. */
  async function turn(verb: Turn): Promise<string | undefined> {
    try {
      await api(campaigns[verb], { params: { id: String(id) } })
      toast.success(`Campaign ${said[verb]}`)
    } catch (error) {
      if (isSessionOver(error)) return
      return failureOf(error, `Failed to ${verb} the campaign`)
    } finally {
      await revalidate()
    }
  }

  async function press(verb: Turn) {
    setWorking(true)
    const refusal = await turn(verb)
    if (refusal) toast.error(refusal)
    setWorking(false)
  }

  return (
    <>
      {status === 'running' && (
        <Button loading={working} onClick={() => press('pause')}>
          <Pause size={16} aria-hidden="true" />
          Pause
        </Button>
      )}
      {status === 'paused' && (
        <Button look="primary" loading={working} onClick={() => press('resume')}>
          <Play size={16} aria-hidden="true" />
          Resume
        </Button>
      )}
      {(status === 'running' || status === 'paused') && (
        <Button onClick={() => setAsking('cancel')}>
          <X size={16} aria-hidden="true" />
          Cancel Campaign
        </Button>
      )}
      {status !== 'cancelled' && counts.failed + counts.unknown > 0 && (
        <Button onClick={() => setAsking('retry')}>
          <RotateCcw size={16} aria-hidden="true" />
          Retry Failures
        </Button>
      )}
      <Confirm
        open={asking === 'cancel'}
        onClose={() => setAsking(null)}
        title="Cancel this campaign?"
        confirm="Cancel Campaign"
        cancel="Keep It"
        danger
        onConfirm={() => turn('cancel')}
      >
        <p>
          {people(waiting)} {waiting === 1 ? 'has' : 'have'} not got it and will not get it any
          more. {people(counts.sent)} already {counts.sent === 1 ? 'has' : 'have'} it. A cancelled
          campaign cannot be resumed.
        </p>
      </Confirm>
      <RetryDialog campaign={campaign} open={asking === 'retry'} onClose={() => setAsking(null)} />
    </>
  )
}
