import { type ApiKey, apiKeys } from '#contract/platform/api-keys.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { Button } from '../../ui/button.tsx'

export function RevokeKey({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const revoke = useAction(apiKeys.remove, {
    done: isolated`${name} revoked`,
    failed: 'Failed to revoke the key',
  })

  return (
    <ConfirmAction
      action={revoke}
      input={[{ params: { id } }]}
      button={(ask) => (
        <Button size="small" aria-label={`Revoke ${name}`} onClick={ask}>
          Revoke
        </Button>
      )}
      title="Revoke API Key"
      confirm="Revoke Key"
      danger
    >
      <p>
        Requests with “{name}” are refused immediately, and you cannot undo this. The pipeline that
        uses it needs a new key.
      </p>
    </ConfirmAction>
  )
}
