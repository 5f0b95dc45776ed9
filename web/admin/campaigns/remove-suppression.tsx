import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Suppression, suppressions } from '#contract/suppressions.ts'
import { api } from '../../api/client.ts'
import { failureOf, isSessionOver } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.ts'

export function RemoveSuppression({ suppression }: { suppression: Suppression }) {
  const { email, reason } = suppression
  const [asking, setAsking] = useState(false)
  const { revalidate } = useRevalidator()

  async function remove(): Promise<string | undefined> {
    try {
      await api(suppressions.remove, { body: { email } })
    } catch (error) {
      return isSessionOver(error) ? undefined : failureOf(error, 'Failed to remove the address')
    }
    toast.success('Address removed from the list')
    await revalidate()
  }

  return (
    <>
      <Button size="small" aria-label={`Remove ${email}`} onClick={() => setAsking(true)}>
        Remove
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title="Send campaigns to this address again?"
        confirm="Remove from List"
        danger
        onConfirm={remove}
      >
        <p className="break-words">
          <strong className="text-ink">{email}</strong> gets campaigns again.
          {(reason === 'unsubscribed' || reason === 'complained') &&
            ' Its reader has asked for none: remove it only when they wish so.'}
        </p>
      </Confirm>
    </>
  )
}
