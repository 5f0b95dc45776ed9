import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type ApiKey, apiKeys } from '#contract/api-keys.ts'
import { api } from '../../api/client.ts'
import { failureOf, isSessionOver } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.ts'

export function RevokeKey({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const [asking, setAsking] = useState(false)
  const { revalidate } = useRevalidator()

  async function revoke() {
    try {
      await api(apiKeys.remove, { params: { id: String(id) } })
    } catch (error) {
      return isSessionOver(error) ? undefined : failureOf(error, 'Failed to revoke the key')
    }
    toast.success(`${name} revoked`)
    revalidate()
  }

  return (
    <>
      <Button size="small" aria-label={`Revoke ${name}`} onClick={() => setAsking(true)}>
        Revoke
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title="Revoke API Key"
        confirm="Revoke Key"
        danger
        onConfirm={revoke}
      >
        <p>
          Calls with “{name}” are refused from now on, and it cannot be brought back. The pipeline
          that uses it needs a new one.
        </p>
      </Confirm>
    </>
  )
}
