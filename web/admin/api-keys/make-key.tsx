import { Plus } from 'lucide-react'
import { useState } from 'react'
import { apiKeys } from '#contract/platform/api-keys.ts'
import { type Scope, scopes } from '#contract/wire/capabilities.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ActionDialog } from '../action-dialog.tsx'
import { scopeLabels } from './scopes.ts'

/** Creates a key and shows it once. */
export function MakeKey() {
  const [key, setKey] = useState<string | null>(null)
  return (
    <>
      <ActionDialog
        call={apiKeys.add}
        draft="api key"
        initial={{ name: '', scopes: ['report_status'] as Scope[] }}
        button={(open) => (
          <Button onClick={open}>
            <Plus size={18} aria-hidden="true" />
            Create API Key
          </Button>
        )}
        title="Create API Key"
        submit="Create Key"
        failed="Failed to create the key"
        onDone={({ key: made }) => setKey(made)}
      >
        {(form) => (
          <>
            <TextField
              label="Name"
              required
              maxLength={60}
              autoComplete="off"
              hint="For example the pipeline that uses the key."
              {...form.input('name')}
            />
            <Permissions {...form.control('scopes')} />
          </>
        )}
      </ActionDialog>
      {key && <Made apiKey={key} onClose={() => setKey(null)} />}
    </>
  )
}

type PermissionsProps = {
  value: Scope[]
  error: string | undefined
  onChange: (scopes: Scope[]) => void
}

function Permissions({ value, error, onChange }: PermissionsProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-[600]">Permissions</legend>
      {scopes.map((scope) => (
        <Checkbox
          key={scope}
          label={scopeLabels[scope]}
          checked={value.includes(scope)}
          onChange={({ target }) =>
            onChange(scopes.filter((one) => (one === scope ? target.checked : value.includes(one))))
          }
        />
      ))}
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function Made({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Copy the key now"
      actions={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div role="status" className="grid gap-3">
        <p className="text-soft">
          This key is shown only once. Store it with the secrets of your pipeline. Anyone who has
          the key can use its permissions.
        </p>
        <div className="flex items-center gap-2 rounded-md border border-line bg-well py-1 pr-1 pl-4">
          <code className="min-w-0 grow break-all font-mono text-sm">{apiKey}</code>
          <CopyButton
            text={apiKey}
            label="Copy key"
            copied="Key copied to clipboard"
            failed="Failed to copy key"
          />
        </div>
      </div>
    </Dialog>
  )
}
