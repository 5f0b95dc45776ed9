import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { api } from '../../api/client.ts'
import { failureOf, isSessionOver } from '../../api/error.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.ts'
import { people } from './people.ts'

type RetryDialogProps = { campaign: Campaign; open: boolean; onClose: () => void }

/** Sends again to those whom it did not reach; of those who may have it only when told so. */
export function RetryDialog({ campaign, open, onClose }: RetryDialogProps) {
  const { id, counts } = campaign
  const [unknown, setUnknown] = useState(false)
  const { revalidate } = useRevalidator()

  async function retry(): Promise<string | undefined> {
    try {
      await api(campaigns.retry, { params: { id: String(id) }, body: { unknown } })
    } catch (error) {
      return isSessionOver(error) ? undefined : failureOf(error, 'Failed to try again')
    }
    toast.success('Failures are tried again')
    setUnknown(false)
    await revalidate()
  }

  return (
    <Confirm
      open={open}
      onClose={onClose}
      title="Try failures again?"
      confirm="Try Again"
      onConfirm={retry}
    >
      <p>
        {counts.failed > 0
          ? `It is sent again to ${people(counts.failed)} whose mail server did not take it.`
          : 'No mail server has refused it.'}
      </p>
      {counts.unknown > 0 && (
        <Checkbox
          label={`Also to ${people(counts.unknown)} with an unknown outcome`}
          hint="The connection broke, or the server was stopped, while their mail was on its way. They may get it twice."
          checked={unknown}
          onChange={(event) => setUnknown(event.target.checked)}
        />
      )}
    </Confirm>
  )
}
